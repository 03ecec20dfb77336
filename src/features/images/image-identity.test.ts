import { expect, test } from 'vitest'
import { getImageIdentity } from './image-identity.ts'

const photo = 'https://cdn.example/qc/a.jpg'

test.each([
  `${photo}?sign=9f3c&expires=1764000000`,
  `${photo}?Expires=1764000000&OSSAccessKeyId=LTAI&Signature=ab%2Bc%3D`,
  `${photo}?x-oss-signature-version=OSS4-HMAC-SHA256&x-oss-credential=a&x-oss-date=b&x-oss-expires=60&x-oss-signature=c`,
  `${photo}?X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Date=c&X-Amz-Expires=60&X-Amz-SignedHeaders=host&X-Amz-Signature=d`,
  `${photo}?q-sign-algorithm=sha1&q-ak=a&q-sign-time=1;2&q-key-time=1;2&q-header-list=&q-url-param-list=&q-signature=b`,
  `${photo}?auth_key=1764000000-0-0-9f3c`,
  `${photo}?wsSecret=9f3c&wsTime=6564`,
])('ignores a signature in the URL: %s', (address) => {
  expect(getImageIdentity(address)).toBe(photo)
})

test.each([
  ['identifies the image', 'https://cdn.example/view.jpg?id=123', 'https://cdn.example/view.jpg?id=124'],
  [
    'sets the size of the image',
    `${photo}?x-oss-process=image/resize,w_200&Signature=a`,
    `${photo}?x-oss-process=image/resize,w_800&Signature=b`,
  ],
  ['is unknown', `${photo}?v=1`, `${photo}?v=2`],
  [
    'may be the only name of the image',
    'https://cdn.example/photo?sign=one',
    'https://cdn.example/photo?sign=another',
  ],
])('keeps a parameter that %s', (_case, left, right) => {
  expect(getImageIdentity(left)).not.toBe(getImageIdentity(right))
})

test.each([
  [`${photo}?id=1&sign=a`, `${photo}?sign=b&id=1`],
  [`${photo}_720x720.jpg?sign=a`, `${photo}_720x720.jpg?sign=b`],
  [`${photo}!small?sign=a`, `${photo}!small?sign=b`],
])('%s is the same image as %s', (left, right) => {
  expect(getImageIdentity(left)).toBe(getImageIdentity(right))
})

test.each([photo, `${photo}?a=%20b&c`, 'demo/court-low-sneaker/shop-1.webp', '/agents/cnfans.svg', ''])(
  'returns %s unchanged',
  (source) => {
    expect(getImageIdentity(source)).toBe(source)
  },
)
