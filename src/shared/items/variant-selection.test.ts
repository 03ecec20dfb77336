import { expect, test, vi } from 'vitest'
import type { Sku } from './product-info.ts'
import {
  findChosenSku,
  findSkuByImage,
  formatChoice,
  formatStock,
  getImages,
  getVariantGroups,
  listPicturedNames,
  parseSkuProps,
  type VariantGroup,
} from './variant-selection.ts'

function createSku(skuID: string, propsID: string, changes: Partial<Sku> = {}): Sku {
  const plain = { specId: skuID, name: '', nameTrans: '', imgUrl: '', stock: 5, propsCode: '', price: 10 }
  return { skuID, propsID, ...plain, ...changes }
}

const color = {
  attrID: '1',
  attrTrans: 'Color',
  values: [
    { valueID: 'n', valueTrans: 'Navy' },
    { valueID: 'g', valueTrans: 'Green' },
  ],
}
const size = {
  attrID: '2',
  attrTrans: 'Size',
  values: [
    { valueID: '41', valueTrans: '41' },
    { valueID: '42', valueTrans: '42' },
    { valueID: '43', valueTrans: '43' },
  ],
}
/** There is no green in 42, and green in 43 is sold out. */
const sneaker = {
  productAttr: [size, color],
  skus: [
    createSku('n41', '1:n;2:41', { imgUrl: '/navy' }),
    createSku('n42', '1:n;2:42', { imgUrl: '/navy' }),
    createSku('g41', '1:g;2:41', { imgUrl: '/green' }),
    createSku('g43', '1:g;2:43', { imgUrl: '/green', stock: 0 }),
  ],
}

const choose = (skuID: string, variants = sneaker): VariantGroup[] => {
  const chosen = findChosenSku(variants.skus, skuID)
  return chosen ? getVariantGroups(variants, chosen) : []
}
const findValue = (groups: VariantGroup[], group: string, value: string) =>
  groups.find(({ name }) => name === group)?.values.find(({ name }) => name === value)

/** An item with `count` variants, each with its own value; two share a picture. */
function createLargeItem(count: number) {
  const names = Array.from({ length: count }, (_, at) => String(at))
  return {
    productAttr: ['1', '2'].map((attrID) => ({
      attrID,
      attrTrans: 'Color',
      values: names.map((name) => ({ valueID: name, valueTrans: name })),
    })),
    skus: names.map((name) =>
      createSku(name, `1:${name};2:${name}`, { imgUrl: `/${Number(name) % (count / 2)}` }),
    ),
  }
}

/** The number of map lookups for the groups of an item with `count` variants. */
function countLookups(count: number): number {
  const { productAttr, skus } = createLargeItem(count)
  const get = vi.spyOn(Map.prototype, 'get')
  choose('7', { productAttr, skus })
  const lookups = get.mock.calls.length
  get.mockRestore()
  return lookups
}

test('takes linear time in the number of variants', () => {
  expect(countLookups(200)).toBeLessThan(3 * countLookups(100))
})

test.each([
  [
    '1627207:28341;20509:28383',
    [
      ['1627207', '28341'],
      ['20509', '28383'],
    ],
  ],
  ['1:2;', [['1', '2']]],
  [
    ' 1 : 2 ; 3:4',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['', []],
  ['junk;:;1:', []],
  ['__proto__:x', [['__proto__', 'x']]],
])('parses the pairs of %j', (propsID, pairs) => {
  expect([...parseSkuProps(propsID)]).toEqual(pairs)
})

test.each([
  ['the first sku initially', undefined, 'n41'],
  ['the first sku when the URL names an unknown one', 'x', 'n41'],
  ['the named sku', 'g43', 'g43'],
])('returns %s', (_case, skuID, expected) => {
  expect(findChosenSku(sneaker.skus, skuID)?.skuID).toBe(expected)
})

test.each([
  ['the shown variant initially', undefined, 'g43', 'g43'],
  ['the shown variant when the URL names an unknown sku', 'x', 'g43', 'g43'],
  ['the sku in the URL instead of the shown variant', 'n42', 'g43', 'n42'],
  ['the first when the shown variant no longer exists', undefined, 'x', 'n41'],
])('returns %s', (_case, skuID, shownSku, expected) => {
  expect(findChosenSku(sneaker.skus, skuID, shownSku)?.skuID).toBe(expected)
})

test('identifies the pictures of a sku by the value with pictures, by all values, or by its name', () => {
  const [first] = sneaker.skus
  if (!first) throw new Error('The sneaker has no skus.')
  expect(listPicturedNames(sneaker, first)).toEqual(['Navy'])
  const sameImageSkus = sneaker.skus.map((sku) => ({ ...sku, imgUrl: '/same' }))
  expect(listPicturedNames({ ...sneaker, skus: sameImageSkus }, first)).toEqual(['41', 'Navy'])
  const box = createSku('x', '', { nameTrans: 'Gift box' })
  expect(listPicturedNames({ skus: [box], productAttr: [] }, box)).toEqual(['Gift box'])
})

test('returns undefined for an item without skus', () => {
  expect(findChosenSku([], 'n41')).toBeUndefined()
})

test('selects the first sku with the chosen image', () => {
  expect(findSkuByImage(sneaker.skus, '/green')?.skuID).toBe('g41')
  expect(findValue(choose('n42'), 'Color', 'Green')).toMatchObject({ image: '/green', skuID: 'g41' })
})

test('returns the attribute with pictures first', () => {
  expect(choose('n41').map(({ name }) => name)).toEqual(['Color', 'Size'])
  expect(findValue(choose('n41'), 'Size', '41')?.image).toBeUndefined()
})

test('selects the sku whose combination matches the chosen value', () => {
  expect(findValue(choose('n41'), 'Size', '42')?.skuID).toBe('n42')
  expect(findValue(choose('g43'), 'Size', '41')?.skuID).toBe('g41')
})

test.each([
  ['n41', '41', 'available'],
  ['n41', '42', 'available'],
  ['n41', '43', 'missing'],
  ['g41', '42', 'missing'],
  ['g41', '43', 'sold-out'],
])('with sku %s chosen, size %s is %s', (chosen, name, availability) => {
  expect(findValue(choose(chosen), 'Size', name)?.availability).toBe(availability)
})

test('returns no sku for a missing combination', () => {
  expect(findValue(choose('g41'), 'Size', '42')?.skuID).toBeUndefined()
})

test('formats the chosen values', () => {
  expect(formatChoice(choose('g43'))).toBe('Green, 43')
})

test('keeps a value available when only later groups do not match', () => {
  const cross = {
    productAttr: [color, size],
    skus: [createSku('a', '1:n;2:41'), createSku('b', '1:g;2:42')],
  }
  const groups = choose('a', cross)
  expect(findValue(groups, 'Color', 'Green')).toMatchObject({ availability: 'available', skuID: 'b' })
  expect(findValue(groups, 'Size', '42')?.availability).toBe('missing')
})

test('marks a color as sold out when all its skus are', () => {
  const soldOut = { ...sneaker, skus: sneaker.skus.map((sku) => ({ ...sku, stock: 0 })) }
  expect(findValue(choose('n41', soldOut), 'Color', 'Green')?.availability).toBe('sold-out')
})

test('does not mark an unknown stock as sold out', () => {
  const unknownStock = { ...sneaker, skus: sneaker.skus.map((sku) => ({ ...sku, stock: null })) }
  expect(findValue(choose('n41', unknownStock), 'Size', '42')?.availability).toBe('available')
})

test('omits values that no sku has', () => {
  const colorWithRust = { ...color, values: [...color.values, { valueID: 'r', valueTrans: 'Rust' }] }
  const groups = choose('n41', { ...sneaker, productAttr: [colorWithRust, size] })
  expect(findValue(groups, 'Color', 'Rust')).toBeUndefined()
})

test('returns a group of pictures when no single attribute matches them', () => {
  const mixed = {
    productAttr: [color],
    skus: [
      createSku('a', '1:n', { imgUrl: '/1', nameTrans: 'Navy, matt' }),
      createSku('b', '1:n', { imgUrl: '/2', nameTrans: 'Navy, glossy' }),
      createSku('c', '1:g', { imgUrl: '/2', nameTrans: 'Green, glossy' }),
    ],
  }
  const [pictures] = choose('c', mixed)
  expect(pictures?.name).toBe('Picture')
  expect(pictures?.values.map(({ name, isChosen, skuID }) => [name, isChosen, skuID])).toEqual([
    ['Navy, matt', false, 'a'],
    ['Navy, glossy', true, 'b'],
  ])
})

test('returns a group of skus when there are no attributes', () => {
  const plain = {
    productAttr: [],
    skus: [createSku('a', '', { nameTrans: 'Set of 2' }), createSku('b', '', { name: '三件' })],
  }
  expect(choose('b', plain)).toMatchObject([
    {
      name: 'Variant',
      values: [
        { name: 'Set of 2', isChosen: false },
        { name: '三件', isChosen: true },
      ],
    },
  ])
})

test('returns no groups for a single sku', () => {
  expect(choose('a', { productAttr: [], skus: [createSku('a', '')] })).toEqual([])
})

test.each([
  [128, '128 in stock'],
  [1, '1 in stock'],
  [0, 'Out of stock'],
  [-3, 'Out of stock'],
  [null, 'Stock unknown'],
])('formats a stock of %s as %s', (stock, label) => {
  expect(formatStock(stock)).toBe(label)
})

test("returns the seller's pictures first, without duplicates", () => {
  expect(getImages({ imgList: ['/1', '/navy', '/1', ''], skus: sneaker.skus })).toEqual([
    '/1',
    '/navy',
    '/green',
  ])
})
