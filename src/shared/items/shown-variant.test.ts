import { describe, expect, test } from 'vitest'
import { isOtherVariant } from './item-variant.ts'
import type { ProductInfo, Sku } from './product-info.ts'
import { chooseShownVariant, findPhotoOfVariant } from './shown-variant.ts'

const colors = ['Navy', 'Olive', 'Black'] as const
const sizes = ['41', '42'] as const

function createSku(color: number, size: number, change: Partial<Sku> = {}): Sku {
  return {
    skuID: `${color}${size}`,
    specId: '',
    name: '',
    nameTrans: '',
    imgUrl: `/${colors[color]}`,
    stock: 1,
    propsID: `1:${color};2:${size}`,
    propsCode: '',
    price: 329 + color,
    ...change,
  }
}

const jacket: ProductInfo = {
  title: 'Jacket',
  titleOriginal: '',
  price: 329,
  currency: 'CNY',
  imgList: ['/Navy'],
  skus: colors.flatMap((_, color) => sizes.map((_none, size) => createSku(color, size))),
  productAttr: [
    {
      attrID: '1',
      attrTrans: 'Color',
      values: colors.map((valueTrans, index) => ({ valueID: String(index), valueTrans })),
    },
    {
      attrID: '2',
      attrTrans: 'Size',
      values: sizes.map((valueTrans, index) => ({ valueID: String(index), valueTrans })),
    },
  ],
  propsTrans: {},
}

describe('the shown variant', () => {
  test.each([
    ['the first when no photo names a variant', [], '00'],
    ['the first when it has photos', ['Olive', 'Navy'], '00'],
    ['the first that has photos', ['Black', 'Olive'], '10'],
    ['the first of a photographed color, in any size', ['Olive, 42'], '10'],
    ['of the photographed color even when the size is that of the first', ['Black, 41'], '20'],
    ['the same for any case of the label', ['OLIVE'], '10'],
    ['the first when the photos show none of the variants', ['Pink'], '00'],
  ])('is %s', (_case, labels, skuId) => {
    expect(chooseShownVariant(jacket, labels)).toMatchObject({ skuId })
  })

  test('has the data that lists show', () => {
    expect(chooseShownVariant(jacket, ['Olive'])).toEqual({
      skuId: '10',
      name: 'Olive, 41',
      pictured: ['Olive'],
      price: 330,
      currency: 'CNY',
      image: '/Olive',
      hasFirstImage: false,
    })
  })

  test("has the item's price when it has no price of its own", () => {
    const skus = jacket.skus.map((sku) => ({ ...sku, price: null }))
    expect(chooseShownVariant({ ...jacket, skus }, ['Olive'])).toMatchObject({ skuId: '10', price: 329 })
  })

  test('is never a sku with the id of an earlier one', () => {
    const skus = jacket.skus.map((sku) => ({ ...sku, skuID: 'same' }))
    expect(chooseShownVariant({ ...jacket, skus }, ['Olive'])).toMatchObject({ name: 'Navy, 41' })
  })

  test('is null when there are no variants', () => {
    expect(chooseShownVariant({ ...jacket, skus: [] }, ['Olive'])).toBeNull()
  })

  test('is found quickly for an item with a thousand variants', () => {
    const values = Array.from({ length: 1000 }, (_, index) => String(index))
    const many: ProductInfo = {
      ...jacket,
      productAttr: [
        { attrID: '1', attrTrans: 'Color', values: values.map((id) => ({ valueID: id, valueTrans: id })) },
      ],
      skus: values.map((id) => createSku(0, 0, { skuID: id, propsID: `1:${id}`, imgUrl: `/${id}` })),
    }
    expect(chooseShownVariant(many, ['999'])).toMatchObject({ skuId: '999', name: '999' })
  })
})

const photo = (url: string, variant: string | null) => ({ url, variant })

test.each([
  ['the first that names it', [photo('a', 'Navy'), photo('b', 'Olive, 41'), photo('c', 'Olive')], 'b', null],
  ['else the first that names none', [photo('a', 'Navy'), photo('b', null)], 'b', null],
  ['else the first, with the variant that it names', [photo('a', 'Navy'), photo('b', 'Black')], 'a', 'Navy'],
])('the photo of a variant is %s', (_case, photos, url, otherVariant) => {
  expect(findPhotoOfVariant(photos, ['Olive'])).toMatchObject({ photo: { url }, otherVariant })
})

test('returns no photo of a variant when there are no photos', () => {
  expect(findPhotoOfVariant([], ['Olive'])).toBeUndefined()
})

test.each([
  [['Navy'], ['navy', '42'], false],
  [['Navy, EU 42'], ['Navy', '41'], false],
  [['White / navy'], ['White / navy'], false],
  [['Rust, EU 44'], ['Navy', '42'], true],
  [['Rust', 'Navy'], ['Navy'], false],
  [[], ['Navy'], false],
  [['Rust'], [], false],
])('photos of %j show another variant than %j: %s', (variants, chosen, expected) => {
  expect(isOtherVariant(variants, chosen)).toBe(expected)
})
