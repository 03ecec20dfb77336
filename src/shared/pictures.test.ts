import { expect, test } from 'vitest'
import { pictureAt, pictureSet } from './pictures.ts'

const address = '/img/c2lnbmF0dXJl/720/aGFzaA.webp'

test('one of our addresses comes in every width', () => {
  expect(pictureAt(address, 160)).toBe('/img/c2lnbmF0dXJl/160/aGFzaA.webp')
  expect(pictureSet(address, 320)).toBe(
    '/img/c2lnbmF0dXJl/96/aGFzaA.webp 96w, /img/c2lnbmF0dXJl/160/aGFzaA.webp 160w, /img/c2lnbmF0dXJl/320/aGFzaA.webp 320w',
  )
})

test.each(['/agents/cnfans.svg', 'https://evil.example/img/a/720/b.webp', ''])('%s stays as it is', (src) => {
  expect(pictureAt(src, 160)).toBe(src)
  expect(pictureSet(src, 320)).toBeUndefined()
})
