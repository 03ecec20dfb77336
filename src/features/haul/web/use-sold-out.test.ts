import { expect, test } from 'vitest'
import type { Sku } from '#shared/items/product-info.ts'
import { isVariantSoldOut } from './use-sold-out.ts'

const createSku = (skuID: string, stock: number | null): Sku => ({
  skuID,
  specId: skuID,
  name: skuID,
  nameTrans: skuID,
  imgUrl: '',
  stock,
  propsID: '',
  propsCode: '',
  price: 1,
})

test.each([
  ['a sku with stock', 'n41', [5, 0], false],
  ['a sku without stock', 'g41', [5, 0], true],
  ['a sku with unknown stock', 'n41', [null, 0], false],
  ['a sku that no longer exists', 'x', [0, 0], false],
  ['any variant when one has stock', null, [5, 0], false],
  ['any variant when none has stock', null, [0, 0], true],
  ['an item without variants', null, [], false],
])('tells whether %s is sold out', (_case, skuID, stocks, expected) => {
  const skus = stocks.map((stock, at) => createSku(at === 0 ? 'n41' : 'g41', stock))
  expect(isVariantSoldOut(skus, skuID)).toBe(expected)
})
