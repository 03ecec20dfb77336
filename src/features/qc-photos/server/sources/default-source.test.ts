import { describe, expect, test } from 'vitest'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import { createDefaultSource } from './default-source.ts'

const item = { shopType: 'weidian', itemId: '7229418055' } as const
const image = 'https://si.geilicdn.com/qc-1.jpg'
const { read } = createDefaultSource('http://source.test/qc')

/** The number of photos in a reply with an entry for this goodsId. */
function countPhotosAbout(goodsId: string): number {
  return read(JSON.parse(`[{"goodsId":${goodsId},"imgs":["${image}"]}]`), item, Date.now()).length
}

describe('the goodsId of an entry', () => {
  test.each(['"7229418055"', '7229418055', 'null'])('accepts an entry with the goodsId %s', (goodsId) => {
    expect(countPhotosAbout(goodsId)).toBe(1)
  })

  test.each([
    ['another number', '"7229418056"'],
    ['no number at all', '1e309'],
    ['an empty text', '""'],
    ['a list with the number', '["7229418055"]'],
    ['an object that no text can be made of', '{"toString":1,"valueOf":1}'],
    ['lists in lists', '['.repeat(50_000) + ']'.repeat(50_000)],
  ])('throws a SourceError for %s', (_case, goodsId) => {
    expect(() => countPhotosAbout(goodsId)).toThrow(SourceError)
  })
})
