import { expect, test } from 'vitest'
import { findShortener, shorteners } from './link-shorteners.ts'
import { parseLink } from './parse-link.ts'

test.each(shorteners.map(({ host }) => host))('%s is parsed as a short link and has a shortener', (host) => {
  for (const name of [host, `www.${host}`]) {
    expect(parseLink(`https://${name}/s/7OnLCakq`)).toMatchObject({ ok: false, code: 'SHORT_LINK' })
    expect(findShortener(name)?.host).toBe(host)
  }
})

test.each(['eviltb.cn', 'tb.cn.evil.example', 'item.taobao.com', 'bit.ly', ''])(
  '%s is no shortener',
  (host) => {
    expect(findShortener(host)).toBeUndefined()
  },
)

test.each([
  'm.tb.cn',
  'e.tb.cn',
  'qr.1688.com',
  'k.youshop10.com',
  'weidian.info',
  'hoobuy.cc',
  'l.acbuy.com',
  'link.acbuy.com',
  'oopbuy.cc',
  'sl.kakobuy.com',
  'ikako.vip',
  'sl.hegobuy.com',
  'ihego.vip',
  'litbuy.shop',
  'blikbuy.seewebs.com',
])('%s is a shortener', (host) => expect(findShortener(host)).toBeDefined())
