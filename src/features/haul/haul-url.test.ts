import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url } from './base64url.ts'
import { countPieces, type Haul, type HaulItem, haulLimits } from './haul.ts'
import { buildHaulUrl, deserializeHaul, parseHaulUrl, serializeHaul } from './haul-url.ts'

const origin = 'https://chopmark.example'
const sneakers: HaulItem = {
  id: 0,
  name: 'Court low sneakers, EU 43',
  grams: 1240,
  sidesMm: [340, 220, 125],
  category: '202',
  quantity: 1,
  priceFen: 23_900,
  offer: { shopType: 'weidian', productCode: '9900661650' },
  sku: '990066165000101',
  variant: 'Navy, 43',
  picture: '/img/sig_nature/720/abcdef.webp#8fa3b2-avif',
}
const typed: HaulItem = {
  id: 1,
  name: '毛衣 "wool" & more',
  grams: null,
  sidesMm: null,
  category: null,
  quantity: 3,
  priceFen: null,
  offer: null,
  sku: null,
  variant: '',
  picture: '',
}
const haul: Haul = { destination: 'DE', packingPercent: 8, withinDays: 25, items: [sneakers, typed] }

function getCode(url: string | undefined): string {
  return URL.parse(url ?? '')?.searchParams.get('h') ?? ''
}

/** The code of any text, as a visitor could write it by hand. */
function encodeHaul(text: string): string {
  return `1${toBase64url(text)}`
}

describe('the URL of a haul', () => {
  test('parses to the same list without images', () => {
    const url = buildHaulUrl(haul, origin)
    expect(url).toMatch(/^https:\/\/chopmark\.example\/haul\?h=1[\w-]+$/)
    expect(parseHaulUrl(getCode(url))).toEqual({ ...haul, items: [{ ...sneakers, picture: '' }, typed] })
    expect(deserializeHaul(serializeHaul(haul))).toEqual(haul)
  })

  test('carries nothing that only the visitor’s own link stated', () => {
    const hintedItem: HaulItem = {
      ...sneakers,
      name: '加绒加厚连帽卫衣',
      grams: null,
      typicalGrams: 720,
      sku: null,
      variant: '',
      picture: '',
      hinted: ['name', 'priceFen', 'category', 'member'],
    }
    const { hinted: _, ...shared } = hintedItem
    const own = { ...haul, items: [hintedItem] }
    expect(deserializeHaul(serializeHaul(own))).toEqual(own)
    expect(parseHaulUrl(getCode(buildHaulUrl(own, origin)))?.items).toEqual([
      { ...shared, name: 'Weidian item 9900661650', priceFen: null, category: null, typicalGrams: undefined },
    ])
    const partlyHinted = { ...own, items: [{ ...hintedItem, hinted: ['priceFen' as const] }] }
    expect(parseHaulUrl(getCode(buildHaulUrl(partlyHinted, origin)))?.items).toEqual([
      { ...shared, priceFen: null },
    ])
  })

  test('marks nothing in a stranger’s URL as stated by the visitor’s own link', () => {
    const row = 'Hoodie\t\t\t101\t\t16800\tt990000731204\t\t\t\t720\tnpc'
    expect(deserializeHaul(`1DE\t8\t\n${row}`)?.items[0]?.hinted).toEqual(['name', 'priceFen', 'category'])
    expect(parseHaulUrl(encodeHaul(`DE\t8\t\n${row}`))?.items[0]).not.toHaveProperty('hinted')
    expect(deserializeHaul(`1DE\t8\t\n${row}x`)).toBeUndefined()
  })

  test('keeps at most four combining marks per letter of a name', () => {
    const stackedMarks = `Z${'\u0335'.repeat(20)}`
    const longNamed = { ...haul, items: [{ ...typed, name: stackedMarks, variant: stackedMarks }] }
    const [item] = parseHaulUrl(getCode(buildHaulUrl(longNamed, origin)))?.items ?? []
    expect(item).toMatchObject({ name: `Z${'\u0335'.repeat(4)}`, variant: `Z${'\u0335'.repeat(4)}` })
  })

  test('truncates names when the list is long, and is undefined above 2,000 characters', () => {
    const items = (count: number, name: string) =>
      Array.from({ length: count }, (_none, id) => ({ ...typed, id, name }))
    const [long] = ['Padded jacket with a very long name that is never read to its end'.repeat(3)]
    const url = buildHaulUrl({ ...haul, items: items(14, long ?? '') }, origin)
    expect(url?.length).toBeLessThanOrEqual(2000)
    expect(parseHaulUrl(getCode(url))?.items[0]?.name).toMatch(/^Padded jacket .*…$/)
    expect(
      buildHaulUrl({ ...haul, items: items(40, '毛衣毛衣毛衣毛衣毛衣毛衣毛衣毛衣') }, origin),
    ).toBeUndefined()
  })

  test.each([
    ['nothing', ''],
    ['another version', getCode(buildHaulUrl(haul, origin)).replace(/^1/, '2')],
    ['letters that are none of base64url', '1<script>'],
    ['no UTF-8', '1gICA'],
    ['a length that base64 cannot have', '1AAAAA'],
    ['a list cut off in the middle of a field', encodeHaul('DE\t8\t25\nShoe\t12x')],
    ['a packing of 51 %', encodeHaul('DE\t51\t\nShoe\t120')],
    ['a negative packing', encodeHaul('DE\t-1\t\nShoe\t120')],
    ['a country of three letters', encodeHaul('DEU\t8\t\nShoe\t120')],
    ['a weight of 1e9', encodeHaul('DE\t8\t\nShoe\t1e9')],
    ['a weight of 0', encodeHaul('DE\t8\t\nShoe\t0')],
    ['a weight beyond a ton', encodeHaul('DE\t8\t\nShoe\t1000001')],
    ['two sides', encodeHaul('DE\t8\t\nShoe\t120\t10x20')],
    ['a side of 0', encodeHaul('DE\t8\t\nShoe\t120\t10x20x0')],
    ['a category that is no number', encodeHaul('DE\t8\t\nShoe\t120\t\t#liquid')],
    ['no piece', encodeHaul('DE\t8\t\nShoe\t120\t\t\t0')],
    ['61 pieces', encodeHaul('DE\t8\t\nShoe\t120\t\t\t61')],
    ['61 pieces in two rows', encodeHaul('DE\t8\t\nShoe\t120\t\t\t31\nShoe\t120\t\t\t30')],
    ['41 items', encodeHaul(`DE\t8\t${'\nShoe\t120'.repeat(41)}`)],
    ['an item without a name', encodeHaul('DE\t8\t\n\t120')],
    ['an invisible name', encodeHaul('DE\t8\t\n\u200b\t120')],
    ['a name that turns the direction', encodeHaul('DE\t8\t\n\u202eshoe\t120')],
    ['a name without end', encodeHaul(`DE\t8\t\n${'n'.repeat(400)}\t120`)],
    ['an unknown marketplace', encodeHaul('DE\t8\t\nShoe\t120\t\t\t\t\tx123')],
    ['a code that leads elsewhere', encodeHaul('DE\t8\t\nShoe\t120\t\t\t\t\tt../../login')],
    ['a picture from elsewhere', encodeHaul('DE\t8\t\nShoe\t120\t\t\t\t\t\thttps://example.org/a.webp')],
    ['more than 2,000 characters', encodeHaul(`DE\t8\t\n${'Shoe\n'.repeat(500)}`)],
  ])('is invalid with %s', (_what, h) => {
    expect(parseHaulUrl(h)).toBeUndefined()
  })

  test('is invalid or within all limits for any text', () => {
    const digit = fc.constantFrom(...'0123456789\t\nxDEt'.split(''))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(digit).map((all) => encodeHaul(`DE\t8\t\n${all.join('')}`)),
        ),
        (h) => {
          const parsed = parseHaulUrl(h)
          if (!parsed) return
          expect(countPieces(parsed.items)).toBeLessThanOrEqual(haulLimits.maxPieces)
          expect(deserializeHaul(serializeHaul(parsed))).toEqual(parsed)
        },
      ),
    )
  })
})

describe('base64url', () => {
  test('encodes a text like Buffer does, and decodes it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const code = toBase64url(text)
        expect(code).toBe(Buffer.from(text).toString('base64url'))
        expect(fromBase64url(code)).toBe(text)
      }),
    )
  })
})
