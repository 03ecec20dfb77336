import { describe, expect, test } from 'vitest'
import { buildSrcset, getImageUrl, parseImageHints } from './image-urls.ts'

const address = '/img/c2lnbmF0dXJl/720/aGFzaA.webp'
const fragments = ['', '#8fa3b2', '#8fa3b2-avif', '#-avif']

describe.each(fragments)('one of our addresses, with %j behind it,', (fragment) => {
  const src = address + fragment
  test('comes in every width, without its fragment', () => {
    expect(getImageUrl(src, 160)).toBe('/img/c2lnbmF0dXJl/160/aGFzaA.webp')
    expect(buildSrcset(src, 320)).toBe(
      '/img/c2lnbmF0dXJl/96/aGFzaA.webp 96w, /img/c2lnbmF0dXJl/160/aGFzaA.webp 160w, /img/c2lnbmF0dXJl/320/aGFzaA.webp 320w',
    )
    expect(buildSrcset(src, 96, 'avif')).toBe('/img/c2lnbmF0dXJl/96/aGFzaA.avif 96w')
  })

  test('tells what its fragment says', () => {
    expect(parseImageHints(src)).toEqual({
      colour: fragment.includes('8') ? '8fa3b2' : undefined,
      hasAvif: fragment.includes('avif'),
    })
  })
})

test.each([
  '/agents/cnfans.svg',
  'https://evil.example/img/a/720/b.webp',
  '',
  `${address}#8fa3b2;x`,
  `${address}#8FA3B2`,
  `${address}#8fa3b2-avif-avif`,
  `${address}?#8fa3b2`,
])('%s stays as it is', (src) => {
  expect(getImageUrl(src, 160)).toBe(src)
  expect(buildSrcset(src, 320)).toBeUndefined()
  expect(parseImageHints(src)).toEqual({ colour: undefined, hasAvif: false })
})
