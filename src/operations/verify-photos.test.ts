import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { photoUploads, qcPhotos } from '#db/schema.ts'
import { HOUR_MS } from '#shared/time.ts'
import { aQcPhoto, aQcSet, aQcUpload, aUser, passwordHash } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { verifyData } from './verify.ts'

describe('the rules of members’ photos', () => {
  const database = useDatabase()

  test('hold for submissions of each kind, and for uploads', async () => {
    const { id: userId } = await aUser(database.db, { passwordHash })
    await aQcUpload(database.db, { userId })
    for (const status of ['pending', 'approved', 'denied'] as const)
      await aQcSet(database.db, { userId, status })
    expect(await verifyData(database.db)).toEqual([])
  })

  test('report the broken rule with photo or submission', async () => {
    const { id: userId } = await aUser(database.db, { passwordHash })
    const old = await aQcUpload(database.db, { userId, createdAt: new Date(Date.now() - 25 * HOUR_MS) })
    const lost = await aQcUpload(database.db, { userId, image: 'qc/0123456789abcdefghijkl.webp' })
    const empty = await aQcSet(database.db)
    await database.db.delete(qcPhotos).where(eq(qcPhotos.submissionId, empty.id))
    const full = await aQcSet(database.db, { itemId: '42' })
    for (let more = 1; more < 12; more += 1)
      await aQcPhoto(database.db, { submissionId: full.id, itemId: '42' })
    expect((await verifyData(database.db)).flatMap(({ offenders }) => offenders)).not.toContain(full.id)
    const stray = await aQcPhoto(database.db, { submissionId: full.id, itemId: '43' })
    const findings = await verifyData(database.db)
    expect(findings).toEqual([
      { name: 'An uploaded photo must have a row in the images table.', offenders: [lost.image] },
      {
        name: 'A photo submission must have at least one photo, and no more than the limit.',
        offenders: expect.toSatisfy(holds(empty.id, full.id)),
      },
      { name: 'A photo must belong to the same item as its submission.', offenders: [stray.id] },
      { name: 'A photo that was not submitted must be deleted after one day.', offenders: [old.id] },
    ])
    await database.db.delete(photoUploads)
    expect(await verifyData(database.db)).toHaveLength(2)
  })
})

/** These ids in any order, and no other. */
function holds(...ids: string[]) {
  return (offenders: string[]) => offenders.toSorted().join() === ids.toSorted().join()
}
