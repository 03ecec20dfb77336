import { expect, test } from 'vitest'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { findInitialPair } from './initial-pair.ts'

const aSku = (skuID: string, imgUrl: string) => ({ skuID, imgUrl, propsID: `1:${skuID}`, price: 1, stock: 1 })
const info = {
  imgList: ['/main'],
  skus: [aSku('navy', '/navy'), aSku('rust', '/rust')],
  productAttr: [
    {
      attrID: '1',
      attrTrans: 'Color',
      values: [
        { valueID: 'navy', valueTrans: 'Navy' },
        { valueID: 'rust', valueTrans: 'Rust' },
      ],
    },
  ],
} as unknown as ProductInfo
const photos = [
  { url: '/qc-navy', variant: 'Navy, 42' },
  { url: '/qc-rust', variant: 'Rust' },
]

test.for([
  ['the chosen variant on both sides', photos, ['Rust'], { picture: '/rust', photo: '/qc-rust' }],
  [
    'the variant of the newest photo when no photo shows the chosen one',
    photos.slice(0, 1),
    ['Rust'],
    { picture: '/navy', photo: '/qc-navy' },
  ],
  ["the photo's variant when none is chosen", photos, [], { picture: '/navy', photo: '/qc-navy' }],
  ['a photo of an unknown variant', [{ url: '/qc', variant: null }], [], { picture: '/main', photo: '/qc' }],
] as const)('chooses %s', ([, listedPhotos, chosen, pair]) => {
  expect(findInitialPair(info, listedPhotos, chosen)).toEqual(pair)
})
