import { describe, expect, test } from 'vitest'
import { qcSnapshots } from '#db/schema.ts'
import { DAY_MS } from '#shared/time.ts'
import { useDatabase } from '#test/database.ts'
import { sweepSnapshots } from './snapshots.ts'

describe('stored photos of sources', () => {
  const database = useDatabase()

  test('snapshots are deleted after more than thirty days', async () => {
    const now = new Date('2026-11-22T12:00:00Z')
    const ages = [0, 29, 30, 31, 400].map((days) => new Date(now.getTime() - days * DAY_MS))
    await database.db.insert(qcSnapshots).values(
      ages.map((fetchedAt, index) => ({
        shopType: 'taobao' as const,
        itemId: String(index),
        source: 'archive',
        photos: [],
        fetchedAt,
      })),
    )
    await sweepSnapshots(database.db, now)
    const remaining = await database.db.select({ itemId: qcSnapshots.itemId }).from(qcSnapshots)
    expect(remaining.map(({ itemId }) => itemId).toSorted()).toEqual(['0', '1', '2'])
  })
})
