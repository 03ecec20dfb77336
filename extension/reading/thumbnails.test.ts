import { expect, test } from 'vitest'
import { listThumbnails } from './thumbnails.ts'

test('shows the first five pictures, and asks no private host and nothing without https', () => {
  const good = (name: string) => `https://img.alicdn.com/${name}.jpg`
  expect(listThumbnails(['a', 'b', 'c', 'd', 'e', 'f'].map(good))).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map(good),
  )
  const refused = [
    'http://img.alicdn.com/a.jpg',
    'https://127.0.0.1/a.jpg',
    'https://localhost/a.jpg',
    'https://router.lan/a.jpg',
  ]
  for (const address of refused) expect(listThumbnails([address]), address).toEqual([])
})
