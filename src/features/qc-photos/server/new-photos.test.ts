import { describe, expect, test } from 'vitest'
import type { SourcePhoto } from '#shared/items/source-photo.ts'
import { useDatabase } from '#test/database.ts'
import { countNewPhotos, saveSnapshot } from './snapshots.ts'

const item = { shopType: 'weidian', itemId: '42' } as const
const createPhotos = (...images: string[]): SourcePhoto[] =>
  images.map((image) => ({ image, agent: null, variant: null, takenAt: null, width: null, height: null }))

describe('countNewPhotos', () => {
  const database = useDatabase()
  const countNew = (source: string, ...images: string[]) =>
    countNewPhotos(database.db, item, { source, photos: createPhotos(...images) })
  const saveImages = (source: string, ...images: string[]) =>
    saveSnapshot(database.db, item, { source, photos: createPhotos(...images), fetchedAt: new Date() })

  test('counts photos that no source had before, each once', async () => {
    expect(await countNew('a', 'one', 'two')).toBe(0)
    await saveImages('a', 'one', 'two')
    await saveImages('b', 'three')
    expect(await countNew('a', 'one', 'two')).toBe(0)
    expect(await countNew('a', 'one', 'three', 'four', 'four', 'five')).toBe(2)
    expect(await countNew('c', 'six')).toBe(0)
    expect(
      await countNewPhotos(
        database.db,
        { ...item, itemId: '43' },
        { source: 'a', photos: createPhotos('x') },
      ),
    ).toBe(0)
  })

  test('does not count photos whose URL has only a new signature', async () => {
    const createUrl = (id: number, sign: string) =>
      `https://cdn.example/${id}.jpg?sign=${sign}&expires=1764000000`
    await saveImages('a', createUrl(1, 'x'), createUrl(2, 'x'))
    expect(await countNew('a', createUrl(1, 'y'), createUrl(2, 'y'))).toBe(0)
    expect(await countNew('a', createUrl(1, 'y'), createUrl(3, 'y'), createUrl(3, 'z'))).toBe(1)
    expect(await countNew('a', 'https://cdn.example/1.jpg?id=4')).toBe(1)
  })

  test('counts all photos of a source that had none', async () => {
    await saveImages('a')
    expect(await countNew('a', 'one', 'two')).toBe(2)
  })
})
