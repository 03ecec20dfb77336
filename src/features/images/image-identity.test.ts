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
])('what only signs an address is no part of the picture’s name: %s', (address) => {
  expect(getImageIdentity(address)).toBe(photo)
})

test.each([
  ['names the picture', 'https://cdn.example/view.jpg?id=123', 'https://cdn.example/view.jpg?id=124'],
  [
    'says how it is drawn',
    `${photo}?x-oss-process=image/resize,w_200&Signature=a`,
    `${photo}?x-oss-process=image/resize,w_800&Signature=b`,
  ],
  ['is unknown', `${photo}?v=1`, `${photo}?v=2`],
  [
    'could be the picture’s name',
    'https://cdn.example/photo?sign=one',
    'https://cdn.example/photo?sign=another',
  ],
])('what %s stays', (_what, one, other) => {
  expect(getImageIdentity(one)).not.toBe(getImageIdentity(other))
})

test.each([
  [`${photo}?id=1&sign=a`, `${photo}?sign=b&id=1`],
  [`${photo}_720x720.jpg?sign=a`, `${photo}_720x720.jpg?sign=b`],
  [`${photo}!small?sign=a`, `${photo}!small?sign=b`],
])('%s is one picture with %s', (one, other) => {
  expect(getImageIdentity(one)).toBe(getImageIdentity(other))
})

test.each([photo, `${photo}?a=%20b&c`, 'demo/court-low-sneaker/shop-1.webp', '/agents/cnfans.svg', ''])(
  '%s stays as it is',
  (source) => {
    expect(getImageIdentity(source)).toBe(source)
  },
)
