import { describe, expect, test } from 'vitest'
import { toObservation } from './observation.ts'

type VariantCase = [price: number | null, stock: number | null]

function createInfo(price: number | null, variants: VariantCase[], currency = 'CNY') {
  const otherFields = {
    skuID: '1',
    specId: '1',
    name: '',
    nameTrans: '',
    imgUrl: '',
    propsID: '',
    propsCode: '',
  }
  return {
    price,
    currency,
    skus: variants.map(([amount, stock]) => ({ ...otherFields, price: amount, stock })),
  }
}

describe('an observation of an item', () => {
  test.each<[string, number | null, VariantCase[], number | undefined, boolean | null]>([
    [
      'the lowest price of the variants, sold out or not',
      300,
      [
        [219.5, 0],
        [259, 4],
      ],
      21_950,
      true,
    ],
    ['the item’s own price when no variant has one', 300, [[null, 4]], 30_000, true],
    ['the item’s own price and unknown stock without variants', 12.34, [], 1234, null],
    [
      'sold out when every variant is sold out',
      1,
      [
        [1, 0],
        [1, 0],
      ],
      100,
      false,
    ],
    [
      'unknown stock when one variant has no stock information',
      1,
      [
        [1, 0],
        [1, null],
      ],
      100,
      null,
    ],
    [
      'in stock when one variant is in stock and the others are unknown',
      1,
      [
        [1, null],
        [1, 1],
      ],
      100,
      true,
    ],
    ['a price of 0 as no price', 0, [[0, 1]], undefined, true],
    [
      'a price of 0 of one variant as no price',
      5,
      [
        [0, 1],
        [4, 1],
      ],
      400,
      true,
    ],
    ['a missing price as no price', null, [[null, 0]], undefined, false],
    [
      'a price above the maximum as no price',
      Number.POSITIVE_INFINITY,
      [[9_999_999.999, 1]],
      undefined,
      true,
    ],
    ['a negative price as no price', -5, [[-1, 1]], undefined, true],
  ])('reads %s', (_what, price, variants, priceFen, inStock) => {
    expect(toObservation(createInfo(price, variants))).toMatchObject({ priceFen, inStock })
  })

  test('ignores a price in another currency, and still reads the stock', () => {
    expect(toObservation(createInfo(30, [[30, 2]], 'USD'))).toEqual({ priceFen: undefined, inStock: true })
  })
})
