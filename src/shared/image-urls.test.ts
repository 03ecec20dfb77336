import { describe, expect, test } from 'vitest'
import { buildSrcset, getImageUrl, parseImageHints } from './image-urls.ts'

const imageUrl = '/img/c2lnbmF0dXJl/720/aGFzaA.webp'
const fragments = ['', '#8fa3b2', '#8fa3b2-avif', '#-avif']

describe.each(fragments)('a URL of ours with the fragment %j', (fragment) => {
  const src = imageUrl + fragment
  test('has a URL for every width, without the fragment', () => {
    expect(getImageUrl(src, 160)).toBe('/img/c2lnbmF0dXJl/160/aGFzaA.webp')
    expect(buildSrcset(src, 320)).toBe(
      '/img/c2lnbmF0dXJl/96/aGFzaA.webp 96w, /img/c2lnbmF0dXJl/160/aGFzaA.webp 160w, /img/c2lnbmF0dXJl/320/aGFzaA.webp 320w',
    )
    expect(buildSrcset(src, 96, 'avif')).toBe('/img/c2lnbmF0dXJl/96/aGFzaA.avif 96w')
  })

  test('returns the hints of its fragment', () => {
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
  `${imageUrl}#8fa3b2;x`,
  `${imageUrl}#8FA3B2`,
  `${imageUrl}#8fa3b2-avif-avif`,
  `${imageUrl}?#8fa3b2`,
])('leaves %s unchanged and finds no hints', (src) => {
  expect(getImageUrl(src, 160)).toBe(src)
  expect(buildSrcset(src, 320)).toBeUndefined()
  expect(parseImageHints(src)).toEqual({ colour: undefined, hasAvif: false })
})
