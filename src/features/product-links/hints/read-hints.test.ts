import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseLink } from '../parse-link.ts'
import { readHints } from './read-hints.ts'

const shareText = z.object({
  id: z.string(),
  text: z.string(),
  must: z.enum(['must', 'should']),
  expect: z.object({ refused: z.string().nullable() }).loose(),
})
const file = new URL('../fixtures/share-texts.jsonl', import.meta.url)
const shareTexts = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => shareText.parse(JSON.parse(line)))

function readAll(text: string) {
  const link = parseLink(text)
  const { items, hints } = readHints(text)
  const item = link.ok ? { shopType: link.shopType, id: link.id } : { shopType: null, id: null }
  const refused = link.ok ? null : link.code
  return { ...item, ...hints, shortLink: refused === 'SHORT_LINK', refused, items }
}

describe('share texts', () => {
  test.each(shareTexts.map((row) => [row.id, row] as const))(
    '%s: item, title, price and variant',
    (_, row) => {
      const isOtherRefusal = row.expect.refused !== null && row.expect.refused !== 'SHORT_LINK'
      const { refused, shortLink, items } = row.expect
      expect(readAll(row.text)).toMatchObject(isOtherRefusal ? { refused, shortLink, items } : row.expect)
    },
  )
})

const item = 'https://item.taobao.com/item.htm?id=991234567890'
const weidian = 'https://weidian.com/item.html?itemID=9912345678'

type Stated = [text: string, price: number | null, currency: string | null, priceTo?: number]

describe('a price in words', () => {
  test.each<Stated>([
    ['RMB168', 168, 'CNY'],
    ['168rmb', 168, 'CNY'],
    ['CNY 1,299.50', 1299.5, 'CNY'],
    ['CNY ¥168', 168, 'CNY'],
    ['¥168 CNY', 168, 'CNY'],
    ['(¥1.299)', 1299, 'CNY'],
    ['168块钱', 168, 'CNY'],
    ['人民币168元', 168, 'CNY'],
    ['168元/件', 168, 'CNY'],
    ['售价：￥１６８．００', 168, 'CNY'],
    ['168 kuai', 168, 'CNY'],
    ['168 juanów', 168, 'CNY'],
    ['128r', 128, 'CNY'],
    ['~168¥', 168, 'CNY'],
    ['168.- ¥', 168, 'CNY'],
    ['¥1 299', 1299, 'CNY'],
    ['1 299 zł', 1299, 'PLN'],
    ['1 250,00 €', 1250, 'EUR'],
    ['23,50 Euro', 23.5, 'EUR'],
    ['R$ 1.250,00', 1250, 'BRL'],
    ['US $45', 45, 'USD'],
    ['25$', 25, 'USD'],
    ['£18', 18, 'GBP'],
    ['¥168-198', 168, 'CNY', 198],
    ['￥１６８－１９８', 168, 'CNY', 198],
    ['168~198元', 168, 'CNY', 198],
    ['$19 to $25', 19, 'USD', 25],
    ['19–25 €', 19, 'EUR', 25],
    ['$24 / ¥168', 168, 'CNY'],
    ['¥168 shipping ¥12', 168, 'CNY'],
    ['shipping ¥12, price ¥189', 189, 'CNY'],
    ['now ¥168 (was ¥299)', 168, 'CNY'],
    ['原价299元，现价168元', 168, 'CNY'],
    ['满300减40 168元', 168, 'CNY'],
    ['20% off ¥189', 189, 'CNY'],
    ['size 42 168 yuan', 168, 'CNY'],
  ])('is read in “%s”', (text, price, currency, priceTo) => {
    expect(readHints(`Hoodie ${text} ${item}`).hints).toMatchObject({
      price,
      currency,
      priceTo: priceTo ?? null,
    })
  })

  test.each([
    '168',
    '42R',
    '¥0',
    '¥1.2k',
    '¥1.2万',
    '3000 yen',
    'A$45',
    'AU $45',
    '$45 CAD',
    'HK$200',
    '25-19 ¥',
    '¥2,000,000',
    '¥30/kg',
    '¥20 off',
    'save $5',
    'shipping was 12 dollars',
    'Versand 12 €',
    '运费12元',
    '满199减20元',
    '券20元',
    '6￥1380HC5YFvy￥',
    '700 g',
  ])('is none in “%s”', (text) => {
    expect(readHints(`Hoodie ${text} ${item}`).hints).toMatchObject({ price: null, currency: null })
  })
})

describe('a price of the address', () => {
  test.each([
    ['168', 168, null],
    ['13.5-57.5', 13.5, 57.5],
    ['57%2D60', 57, 60],
    ['57-57', 57, null],
  ])('is %s', (value, price, priceTo) => {
    expect(readHints(`${item}&price=${value}`).hints).toMatchObject({ price, priceTo, currency: 'CNY' })
  })

  test.each(['', '0', '-5', '1e5', '57-13', '2000000', '12abc', '1.234', 'NaN'])(
    'is none for “%s”',
    (value) => {
      expect(readHints(`${item}&price=${value}`).hints.price).toBeNull()
    },
  )

  test('of an agent is not taken', () => {
    const agent = 'https://mulebuy.com/product/?shop_type=taobao&id=991234567890&price=5&skuId=7'
    expect(readHints(agent).hints).toMatchObject({ price: null, skuId: null })
  })
})

describe('a title', () => {
  test.each([
    [`- Hoodie grey — ¥168 — ${weidian}`, 'Hoodie grey'],
    [`• **Hoodie grey** — ${weidian}`, 'Hoodie grey'],
    [`🔥 Hoodie grey 🔥 ${weidian}`, 'Hoodie grey'],
    [`👟 Runner (black/white) 👉 ${weidian}`, 'Runner (black/white)'],
    [`${item} Hoodie grey 168 yuan`, 'Hoodie grey'],
    [`Buty rozm. 42 168 juanów ${item}`, 'Buty'],
    [`Chaqueta vaquera a 45€ ${item}`, 'Chaqueta vaquera'],
    [`Hoodie was ¥299, now ¥168 ${item}`, 'Hoodie'],
    [`1\tHoodie\tM\t${weidian}\t￥168\t700g`, 'Hoodie'],
    [`Hoodie;168 €;${weidian};M`, 'Hoodie'],
    [`"Hoodie, grey",168,"${weidian}"`, 'Hoodie, grey'],
    [`| 1 | Hoodie grey | ¥168 | [W2C](${weidian}) |`, 'Hoodie grey'],
    [`【淘宝】包邮 ${item} CZ356 「加绒卫裤男冬季」\n点击链接直接打开`, '加绒卫裤男冬季'],
    [`Tee ¥59 ${item}\nHoodie ¥168 ${weidian}`, 'Tee'],
  ])('is read in “%s”', (text, title) => {
    expect(readHints(text).hints.title).toBe(title)
  })

  test.each([
    `${item}\nthis one is fire`,
    `found these on weidian ${weidian}`,
    `Can someone QC this? ${weidian}`,
    `check out this hoodie: ${item}`,
    `Price: 168 yuan ${item}`,
    `【天猫】${item} CZ356 点击链接直接打开`,
    `【微店】${weidian} 复制打开微店`,
    `[link](${item})`,
    `${item}\nHoodie ¥168\n${weidian}`,
  ])('is none in “%s”', (text) => {
    expect(readHints(text).hints.title).toBeNull()
  })
})

test('the price of a second item is not the price of the first', () => {
  expect(readHints(`Tee ${item}\nHoodie ¥168 ${weidian}`)).toMatchObject({ items: 2, hints: { price: null } })
  expect(readHints(`${item} ¥59\n${weidian} ¥168`)).toMatchObject({ items: 2, hints: { price: 59 } })
})

test('marks that stand for links inside the reader are no links in a text', () => {
  expect(readHints(`Hoodie \ue001 ${item}`)).toMatchObject({ items: 1, hints: { title: 'Hoodie' } })
})

describe('hostile texts', () => {
  const hostile = {
    'signs and digits': '¥1 '.repeat(2700),
    'one long number': `¥${'1,111'.repeat(1600)}`,
    brackets: '「'.repeat(8000),
    'nested brackets': `${'【a'.repeat(2600)}】`,
    'a row of cells': `"${'""'.repeat(4000)}`,
    words: 'shipping was '.repeat(600),
    links: `${item} `.repeat(160),
    'links without scheme': 'weidian.com/item.html?itemID=1 '.repeat(250),
    'blanks and dashes': ' - '.repeat(2700),
  }
  test.each(Object.entries(hostile))('of %s are read in a few milliseconds', (_, text) => {
    const from = performance.now()
    for (let count = 0; count < 5; count++) readHints(`${text.slice(0, 8100)} ${item}`)
    expect(performance.now() - from).toBeLessThan(5 * 100)
  })
})
