import { expect, test } from 'vitest'
import { dropSamePhotos, toOriginalAddress } from './original-address.ts'

const photo = 'https://img.alicdn.com/imgextra/i1/2200/O1CN01ab_!!2200-0-cib.jpg'
const weidian = 'https://si.geilicdn.com/pcitem18-3a.jpg'

test.each([
  [`${photo}_400x400.jpg_.webp`, photo],
  [`${photo}_q50.jpg`, photo],
  [`${photo}_b.jpg`, photo],
  [`${photo}_720x720q50.jpg_.webp`, photo],
  [`${photo}_.webp`, photo],
  [`${photo}?x-oss-process=image/resize,w_200`, photo],
  [`${photo.replace('.jpg', '.310x310.jpg')}`, photo],
  [`${photo.replace('.jpg', '.310x310.jpg')}_.webp`, photo],
  [`//img.alicdn.com/a.png_60x60q90.jpg`, '//img.alicdn.com/a.png'],
  [`${weidian}?w=400&h=400&cp=1`, weidian],
  [`${weidian}?w=400&h=400&v=2`, `${weidian}?v=2`],
])('the original of %s is %s', (thumbnail, original) => {
  expect(toOriginalAddress(thumbnail)).toBe(original)
})

test.each([
  photo,
  weidian,
  'https://img.alicdn.com/imgextra/a_b.jpg',
  'https://pictures.example/a.jpg_400x400.jpg',
  'https://alicdn.com.evil.example/a.jpg_400x400.jpg',
  'https://img.alicdn.com/picture?id=7',
  'demo/court-low-sneaker/shop-1.webp',
  '/agents/cnfans.svg',
  '',
])('returns %s unchanged', (address) => {
  expect(toOriginalAddress(address)).toBe(address)
})

test('keeps the first of several URLs of one photo', () => {
  const small = `${photo}_400x400.jpg_.webp`
  expect(dropSamePhotos([small, `${photo}_q50.jpg`, weidian, photo])).toEqual([small, weidian])
})
