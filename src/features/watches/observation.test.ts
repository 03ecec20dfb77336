import { describe, expect, test } from 'vitest'
import { toObservation } from './observation.ts'

type VariantCase = [price: number | null, stock: number | null]

function createInfo(price: number | null, variants: VariantCase[], currency = 'CNY') {
  const rest = { skuID: '1', specId: '1', name: '', nameTrans: '', imgUrl: '', propsID: '', propsCode: '' }
  return { price, currency, skus: variants.map(([amount, stock]) => ({ ...rest, price: amount, stock })) }
}

describe('a look', () => {
  test.each<[string, number | null, VariantCase[], number | undefined, boolean | null]>([
    [
      'the lowest of the variants, sold out or not',
      300,
      [
        [219.5, 0],
        [259, 4],
      ],
      21_950,
      true,
    ],
    ['the item’s own price where no variant has one', 300, [[null, 4]], 30_000, true],
    ['the item’s own price without variants, and no word of stock', 12.34, [], 1234, null],
    [
      'sold out when each variant is',
      1,
      [
        [1, 0],
        [1, 0],
      ],
      100,
      false,
    ],
    [
      'no word of stock while one variant says nothing',
      1,
      [
        [1, 0],
        [1, null],
      ],
      100,
      null,
    ],
    [
      'in stock when one says so, whatever the others do not say',
      1,
      [
        [1, null],
        [1, 1],
      ],
      100,
      true,
    ],
    ['a price of 0 for none', 0, [[0, 1]], undefined, true],
    [
      'a 0 of one variant for none',
      5,
      [
        [0, 1],
        [4, 1],
      ],
      400,
      true,
    ],
    ['no price', null, [[null, 0]], undefined, false],
    [
      'no price that is beyond what can be counted',
      Number.POSITIVE_INFINITY,
      [[9_999_999.999, 1]],
      undefined,
      true,
    ],
    ['no negative price', -5, [[-1, 1]], undefined, true],
  ])('sees %s', (_what, price, variants, priceFen, inStock) => {
    expect(toObservation(createInfo(price, variants))).toMatchObject({ priceFen, inStock })
  })

  test('sees no price in another currency, and the stock all the same', () => {
    expect(toObservation(createInfo(30, [[30, 2]], 'USD'))).toEqual({ priceFen: undefined, inStock: true })
  })
})
