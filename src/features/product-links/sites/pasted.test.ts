import { describe, expect, test } from 'vitest'
import { describeParse, parseCases } from '../fixtures/link-cases.ts'
import { pastedLinks } from '../fixtures/pasted-links.ts'
import { parseLink } from '../parse-link.ts'

describe.each(Object.entries(pastedLinks))('%s', (_, table) => {
  test.each(parseCases(table))('%s', (line, expected) => {
    const text = line.replaceAll('⏎', '\n')
    const { why } = { why: undefined, ...parseLink(text) }
    expect(`${describeParse(text)}${why === undefined ? '' : `:${why}`}`).toBe(expected)
  })
})

test('covers more than 290 pasted texts', () => {
  expect(Object.values(pastedLinks).flatMap(parseCases).length).toBeGreaterThan(290)
})

test('returns specific messages for Xianyu items and Taobao codes', () => {
  expect(parseLink('【闲鱼】https://m.tb.cn/h.aBcD123')).toEqual({
    ok: false,
    code: 'UNSUPPORTED_MARKETPLACE',
    why: 'xianyu',
    reason:
      "This is a Xianyu item, and we don't support Xianyu yet. Use a Taobao, Tmall, 1688 or Weidian link.",
  })
  expect(parseLink('￥kL9mN8oP7qR￥')).toEqual({
    ok: false,
    code: 'NOT_A_LINK',
    why: 'code',
    reason:
      'This is a Taobao code, not a link. Only the Taobao app can open it. Open the item there, share it again and copy its link.',
  })
})
