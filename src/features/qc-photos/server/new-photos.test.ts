import { describe, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import type { SourcePhoto } from '../source-photo.ts'
import type { SourcePhoto } from '#shared/items/source-photo.ts'
import { countNewPhotos, saveSnapshot } from './snapshots.ts'

const item = { shopType: 'weidian', itemId: '42' } as const
const createPhotos = (...images: string[]): SourcePhoto[] =>
  images.map((image) => ({ image, agent: null, variant: null, takenAt: null, width: null, height: null }))

describe('photos that are new', () => {
  const database = useDatabase()
  const count = (source: string, ...images: string[]) =>
    countNewPhotos(database.db, item, { source, photos: createPhotos(...images) })
  const keep = (source: string, ...images: string[]) =>
    saveSnapshot(database.db, item, { source, photos: createPhotos(...images), fetchedAt: new Date() })

  test('are those that no source showed before, each once', async () => {
    expect(await count('a', 'one', 'two')).toBe(0)
    await keep('a', 'one', 'two')
    await keep('b', 'three')
    expect(await count('a', 'one', 'two')).toBe(0)
    expect(await count('a', 'one', 'three', 'four', 'four', 'five')).toBe(2)
    expect(await count('c', 'six')).toBe(0)
    expect(
      await countNewPhotos(
        database.db,
        { ...item, itemId: '43' },
        { source: 'a', photos: createPhotos('x') },
      ),
    ).toBe(0)
  })

  test('are not those whose address is only signed anew', async () => {
    const at = (id: number, sign: string) => `https://cdn.example/${id}.jpg?sign=${sign}&expires=1764000000`
    await keep('a', at(1, 'x'), at(2, 'x'))
    expect(await count('a', at(1, 'y'), at(2, 'y'))).toBe(0)
    expect(await count('a', at(1, 'y'), at(3, 'y'), at(3, 'z'))).toBe(1)
    expect(await count('a', 'https://cdn.example/1.jpg?id=4')).toBe(1)
  })

  test('are all of a source that had none', async () => {
    await keep('a')
    expect(await count('a', 'one', 'two')).toBe(2)
  })
})
