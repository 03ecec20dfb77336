import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemIdPattern, shopTypes } from '#shared/marketplaces.ts'
import { findSite, linkSites } from './link-rules.ts'
import { parseErrorCodes } from './parse-error-codes.ts'
import { parseLink, parseText } from './parse-link.ts'

const itemId = fc.bigInt({ min: 1n, max: 9_999_999_999_999n }).map(String)
const forms: readonly ((id: string) => string)[] = [
  (id) => `https://item.taobao.com/item.htm?id=${id}`,
  (id) => `https://detail.tmall.com/item.htm?spm=a1z10.1-b&id=${id}&skuId=5`,
  (id) => `https://world.taobao.com/item/${id}.htm`,
  (id) => `https://weidian.com/item.html?itemID=${id}&spider_token=4572`,
  (id) => `https://shop16.v.weidian.com/item.html?itemId=${id}`,
  (id) => `https://detail.1688.com/offer/${id}.html`,
  (id) => `https://detail.m.1688.com/page/index.html?offerId=${id}`,
  (id) => `https://cnfans.com/product/?shop_type=weidian&id=${id}&ref=1`,
  (id) => `https://hoobuy.com/product/1/${id}`,
  (id) => `https://www.cssbuy.com/item-1688-${id}.html?promotionCode=a`,
  (id) => `https://panglobalbuy.com/#/details?type=3&offerId=${id}`,
]
const goodLink = fc.tuple(fc.constantFrom(...forms), itemId).map(([form, id]) => form(id))
const wrappers: readonly ((inner: string) => string)[] = [
  (inner) => `https://www.superbuy.com/en/page/buy?from=search-input&url=${inner}&partnercode=a`,
  (inner) => `https://www.kakobuy.com/item/details?url=${inner}`,
  (inner) => `https://www.allchinabuy.com/en/page/buy/?position=&url=${inner}&&partnercode=a`,
  (inner) => `https://www.sugargoo.com/#/home/productDetail?productLink=${inner}&memberId=1`,
]
const wrapper = fc.constantFrom(...wrappers)
/** Texts that are difficult for parsers, joined in random order. */
const piece = fc.constantFrom(
  ...[
    'http',
    'https',
    '://',
    ':/',
    '//',
    '/',
    '\\',
    '?',
    '&',
    '=',
    '#',
    '%',
    '%25',
    '%3A%2F%2F',
    '%E0%A4%A',
    '&amp;',
  ],
  ...[
    'weidian.com',
    'item.taobao.com',
    'cnfans.com',
    'hoobuy.com',
    'm.tb.cn',
    '.',
    '@',
    ':443',
    ' ',
    '\n',
    '\0',
  ],
  ...[
    '/item.html',
    '/item.htm',
    '/product/2/',
    '/offer/',
    'itemID',
    'id',
    'url=',
    'shop_type=weidian',
    '7513413928',
  ],
  ...[
    '[',
    '](',
    ')',
    '](tel:',
    ',',
    '，',
    '】',
    '\u200b',
    '\ud800',
    '\udc00',
    '<',
    '"',
    "'",
    'javascript:',
    'data:',
    '🔥',
  ],
)
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
)

/** The item of a text without the agent, or the error code. */
function getItemOrCode(text: string): string {
  const parsed = parseLink(text)
  return parsed.ok ? `${parsed.shopType}/${parsed.id}` : parsed.code
}

describe('any text', () => {
  test('gives a valid item or an error with a reason', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseLink(text)
        if (!parsed.ok) {
          expect(parseErrorCodes).toContain(parsed.code)
          expect(parsed.reason).not.toBe('')
          return
        }
        expect(shopTypes).toContain(parsed.shopType)
        expect(parsed.id).toMatch(itemIdPattern)
        expect(parsed.id).toMatch(/^[1-9]\d{0,13}$/)
        expect(getItemOrCode(parsed.canonicalUrl)).toBe(`${parsed.shopType}/${parsed.id}`)
      }),
      { numRuns: 5000 },
    )
  })

  test('gives the same result with and without the fast path', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          goodLink,
          anyText,
          anyText.map((text) => `https://weidian.com/${text}`),
        ),
        (text) => {
          const result = parseText(text)
          const parsed = parseLink(text)
          if (typeof result === 'string') expect(parsed).toMatchObject({ ok: false, code: result })
          else expect(parsed).toMatchObject({ ok: true, ...result })
        },
      ),
      { numRuns: 5000 },
    )
  })
})

describe('a good link', () => {
  test('gives the same item after a browser has normalized it', () => {
    fc.assert(
      fc.property(goodLink, (link) => {
        expect(getItemOrCode(new URL(link).href)).toBe(getItemOrCode(link))
      }),
    )
  })

  test('gives the same item with scheme and host in capitals, and without a scheme', () => {
    fc.assert(
      fc.property(goodLink, (link) => {
        const { origin } = new URL(link)
        expect(getItemOrCode(link.replace(origin, origin.toUpperCase()))).toBe(getItemOrCode(link))
        expect(getItemOrCode(link.replace('https://', ''))).toBe(getItemOrCode(link))
      }),
    )
  })

  test('gives the same item inside the links of one, two and three agents', () => {
    fc.assert(
      fc.property(goodLink, fc.array(wrapper, { minLength: 1, maxLength: 3 }), (link, around) => {
        const wrapped = around.reduce((inner, wrap) => wrap(encodeURIComponent(inner)), link)
        expect(getItemOrCode(wrapped)).toBe(getItemOrCode(link))
      }),
    )
  })

  test('gives the same item inside an agent’s link, encoded once, twice or three times', () => {
    fc.assert(
      fc.property(goodLink, wrapper, fc.integer({ min: 1, max: 3 }), (link, wrap, times) => {
        let inner = link
        for (let count = 0; count < times; count++) inner = encodeURIComponent(inner)
        expect(getItemOrCode(wrap(inner))).toBe(getItemOrCode(link))
      }),
    )
  })

  test('gives the same item in the middle of a text', () => {
    const before = fc.constantFrom('', 'W2C: ', '商品：', '「', '(', '[item](', '<', '"', '\n')
    const after = fc.constantFrom('', ' 复制', '。', '」', ').', ')', '>', '"', '\n', '！', ', also')
    fc.assert(
      fc.property(goodLink, before, after, (link, left, right) => {
        expect(getItemOrCode(`${left}${link}${right}`)).toBe(getItemOrCode(link))
      }),
    )
  })
})

describe('hosts', () => {
  const host = fc.constantFrom(...linkSites.flatMap((site) => site.hosts))
  const page = 'product?shop_type=weidian&id=7513413928&itemID=7513413928&offerId=7513413928'

  test('are rejected when unknown, and named when parameters contain marketplace and number or a known link', () => {
    fc.assert(
      fc.property(fc.domain(), (name) => {
        fc.pre(findSite(name) === undefined)
        expect(getItemOrCode(`https://${name}/item.html?itemID=7513413928`)).toBe('OTHER_SITE')
        const expected = { shopType: 'weidian', id: '7513413928', agent: null, host: name.toLowerCase() }
        expect(parseLink(`https://${name}/${page}`)).toMatchObject(expected)
        expect(
          parseLink(`https://${name}/?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7513413928`),
        ).toMatchObject(expected)
      }),
    )
  })

  test('that only look like a known one are rejected', () => {
    fc.assert(
      fc.property(host, fc.stringMatching(/^[a-z0-9-]{1,8}$/), (knownHost, text) => {
        const path = 'item.html?itemID=7513413928&id=7513413928&offerId=7513413928'
        expect(getItemOrCode(`https://${knownHost}.${text}.example/${path}`)).toBe('OTHER_SITE')
        fc.pre(findSite(`${text}${knownHost}`) === undefined)
        expect(getItemOrCode(`https://${text}${knownHost}/${path}`)).toBe('OTHER_SITE')
      }),
    )
  })

  test('occur once in the rules', () => {
    const hosts = linkSites.flatMap((site) => site.hosts)
    expect(new Set(hosts).size).toBe(hosts.length)
    expect(linkSites.filter((site) => site.agent !== null).length).toBeGreaterThanOrEqual(45)
  })
})
