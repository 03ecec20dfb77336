import { expect, test } from 'vitest'
import type { SourcePhoto } from '#shared/items/source-photo.ts'
import { mergeSources } from './merge-sources.ts'

const photo = (image: string, variant: string | null = null): SourcePhoto => {
  return { image, agent: null, variant, takenAt: null, width: null, height: null }
}
const getSignedUrl = (id: number, sign: string) => `https://cdn.example/${id}.jpg?sign=${sign}`

test('merges a photo that two sources sign differently, with the position and URL of the first', () => {
  const lists = [
    { source: 'A', photos: [photo(getSignedUrl(1, 'a')), photo(getSignedUrl(2, 'a'))] },
    { source: 'B', photos: [photo(getSignedUrl(3, 'b')), photo(getSignedUrl(1, 'b'), 'Navy')] },
  ]
  expect(mergeSources(lists, [], new Map())).toEqual([
    { photo: photo(getSignedUrl(1, 'a'), 'Navy'), sources: ['A', 'B'] },
    { photo: photo(getSignedUrl(2, 'a')), sources: ['A'] },
    { photo: photo(getSignedUrl(3, 'b')), sources: ['B'] },
  ])
})

test('a copy of an image of ours gets the URL of our image', () => {
  const lists = [{ source: 'A', photos: [photo(getSignedUrl(1, 'a'))] }]
  expect(mergeSources(lists, [getSignedUrl(1, 'ours')], new Map())).toEqual([
    { photo: photo(getSignedUrl(1, 'ours')), sources: ['A'] },
  ])
})

test('does not merge photos whose URLs differ in more than a signature', () => {
  const photos = [photo('https://cdn.example/view.jpg?id=1'), photo('https://cdn.example/view.jpg?id=2')]
  expect(mergeSources([{ source: 'A', photos }], [], new Map())).toHaveLength(2)
})
