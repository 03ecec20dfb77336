import { describe, expect, test } from 'vitest'
import { describeParse, parseCases } from './fixtures/link-cases.ts'
import { parseLink } from './parse-link.ts'

describe('pages without an item', () => {
  test.each(
    parseCases(`
SHOP_PAGE https://weidian.com/?userid=1866344120
SHOP_PAGE https://mystore.weidian.com/
SHOP_PAGE https://shop1624042771.v.weidian.com/?userid=1
SHOP_PAGE https://shop106592833.taobao.com
SHOP_PAGE https://shop57074988.world.taobao.com/
SHOP_PAGE https://world.taobao.com/dianpu/57303596.htm?spm=a21wu
SHOP_PAGE https://store.taobao.com/shop/view_shop.htm?user_number_id=1
SHOP_PAGE https://nike.tmall.com/
SHOP_PAGE https://shop1434560114962.1688.com/page/offerlist.htm
SHOP_PAGE https://m.1688.com/winport/b2b-2546450021uezz8.html
SHOP_PAGE https://cnfans.com/shops/?shop_type=weidian&shop_id=1866344120
SHOP_PAGE https://cnfans.com/fr/shops/?shop_type=weidian&id=1866344120
SHOP_PAGE https://cssbuy.com/productlist?t=taobao&shop=106592833&shop1=676198570
SHOP_PAGE https://gtbuy.com/store?shopId=1850717273&channel=WEIDIAN
SHOP_PAGE https://hoobuy.com/shop/1/676198570
SHOP_PAGE https://www.acbuy.com/shop-detail?source=WD&sellerId=1866344120
SHOP_PAGE https://www.acbuy.com/en/page/shop/shop/?shopid=1866344120&platform=WD
SHOP_PAGE https://www.kakobuy.com/item/store?url=https%3A%2F%2Fweidian.com%2F%3Fuserid%3D1
SHOP_PAGE https://www.kakobuy.com/item/store?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7513413928
SHOP_PAGE https://www.itaobuy.com/shop-detail?url=https%3A%2F%2Fweidian.com%2F%3Fuserid%3D1
SHOP_PAGE https://www.superbuy.com/en/page/rebates/shop/?platform=WD&id=1866344120
SHOP_PAGE https://usfans.com/search?channel=3&shopId=1866344120
SHOP_PAGE https://www.fishgoo.com/#/home/shopProducts?source=taobao&shopId=512766498
SHOP_PAGE https://www.kakobuy.com/item/details?url=https%3A%2F%2Fweidian.com%2F%3Fuserid%3D1866344120
SEARCH_PAGE https://list.tmall.com/search_product.htm?q=hoodie
SEARCH_PAGE https://s.taobao.com/search?q=hoodie&id=681156549118
SEARCH_PAGE https://s.1688.com/selloffer/offer_search.htm?keywords=hoodie
SEARCH_PAGE https://huodong.taobao.com/wow/a/act/tao/dailygroup/23509/24308/wupr
SEARCH_PAGE https://cnfans.com/?keyword=hoodie
SEARCH_PAGE https://hoobuy.com/search?keyword=hoodie
OTHER_SITE https://cnfans.com/
OTHER_SITE https://www.acbuy.com/login?loginStatus=register&code=ZCHZ2F
OTHER_SITE https://oopbuy.com/notice/details?id=1960930800926523394
OTHER_SITE https://www.lovegobuy.com/detail?platform=weidian&goodsId=7247608954
OTHER_SITE https://kakobuy.com/item/123
OTHER_SITE https://ezbuycn.com/jiexi.aspx?id=3062&ids=6308093508
OTHER_SITE https://item.taobao.com/
OTHER_SITE https://item.taobao.com/item.htm
OTHER_SITE https://detail.1688.com/offer/.html
OTHER_SITE https://www.cssbuy.com/item-.html
OTHER_SITE https://cnfans.com/product?id=7513413928
OTHER_SITE https://cnfans.com/product?shop_type=weidian
OTHER_SITE https://cnfans.com/product?id=7513413928&shop_type=amazon
OTHER_SITE https://hoobuy.com/product/9/7513413928
OTHER_SITE https://www.superbuy.com/en/page/buy?url=x
OTHER_SITE https://spreenow.com/
`),
  )('%s', (text, expected) => expect(describeParse(text)).toBe(expected))
})

describe('links that contain no readable item number', () => {
  test.each(
    parseCases(`
SHORT_LINK https://m.tb.cn/h.abcdef
SHORT_LINK 【淘宝】大促价保 https://e.tb.cn/h.RIfrvfFBTilOjfl?tk=sDuOg3Id11h MF278
SHORT_LINK https://s.click.taobao.com/t?e=m%3D2
SHORT_LINK https://qr.1688.com/s/7OnLCakq
SHORT_LINK https://k.youshop10.com/5lm5NXg-
SHORT_LINK https://k.youshop10.com/AbC=x
SHORT_LINK https://weidian.info/abc
SHORT_LINK tinyurl.com/abc
SHORT_LINK https://hoobuy.cc/abc
SHORT_LINK https://l.acbuy.com/abc
SHORT_LINK https://oopbuy.cc/abc
SHORT_LINK https://sl.kakobuy.com/abc
SHORT_LINK https://ikako.vip/mug7s
SHORT_LINK https://ihego.vip/abc
SHORT_LINK https://litbuy.shop/lit/I2wvc0a2
SHORT_LINK https://blikbuy.seewebs.com/abc
SHORT_LINK https://pandabuy.page.link/abc
SHORT_LINK https://evil.example/ https://m.tb.cn/h.abc
SHORT_LINK https://m.superbuy.com/home/#/goodsDetail/?userId=1&url=https%3A%2F%2Fe.tb.cn%2Fh.T8%3Ftk%3Dx8
SHORT_LINK https://www.allchinabuy.com/en/page/buy/?url=https%3A%2F%2Fk.youshop10.com%2F5lm5NXg-&partnercode=a
HIDDEN_ID https://usfans.com/product/2/JLEwRqOs3BNxirWEiThc2T8Ii_VHFO2nSO7nm-GN1xBerKB4Zi3OGw
HIDDEN_ID https://usfans.com/product/2/98e7jDvByldnigDZWRifWCoNTU8zirmQHsLeeRNAJ_hyTRAKL7H1bQ?ref=A
HIDDEN_ID https://usfans.com/product/2/1-HSm_abcdefghijklmnopqrstuvwxyz0123456789
HIDDEN_ID https://usfans.com/product/3/2033722212346306730110
HIDDEN_ID https://my.world.taobao.com/lang/ms-my/item/b3IvczFqZi8yV1k5SzFZWE9Yd0hDUT09.htm
HIDDEN_ID https://www.pandabuy.com/product?url=PJ9wmDFVd3v76X3rgKYsRxKKLjYDS%2BBFVp0GdAKYXCRMkx7gg84zB7SN%3D%3D
HIDDEN_ID https://www.pandabuy.com/product?ra=1&url=PI5xAbCdEfGhIjKlMnOpQrStUvWxYz
UNSUPPORTED_MARKETPLACE https://www.goofish.com/item?id=1018907837162
UNSUPPORTED_MARKETPLACE https://2.taobao.com/item.htm?id=1018907837162
UNSUPPORTED_MARKETPLACE https://market.m.taobao.com/app/idleFish-F2e/widle/detail?id=1018907837162
UNSUPPORTED_MARKETPLACE https://www.cssbuy.com/item-xianyu-1018907837162.html
UNSUPPORTED_MARKETPLACE https://www.cssbuy.com/shop/goodsDetail?type=xianyu&id=1018907837162
UNSUPPORTED_MARKETPLACE https://www.cssbuy.com/item-jd-100012043978.html
UNSUPPORTED_MARKETPLACE https://item.jd.com/100012043978.html
UNSUPPORTED_MARKETPLACE https://mobile.yangkeduo.com/goods.html?goods_id=633105632212
UNSUPPORTED_MARKETPLACE https://www.kakobuy.com/item/details?url=https%3A%2F%2Fwww.goofish.com%2Fitem%3Fid%3D1018907837162
UNSUPPORTED_MARKETPLACE https://cnfans.com/product?platform=xianyu&id=1018907837162
`),
  )('%s', (text, expected) => expect(describeParse(text)).toBe(expected))
})

describe('hostile links', () => {
  test.each(
    parseCases(`
NOT_A_LINK javascript:alert(1)?id=1&shoptype=taobao
NOT_A_LINK javascript:location='https://weidian.com/item.html?itemID=7513413928'
NOT_A_LINK data:text/html,<a href="https://weidian.com/item.html?itemID=7513413928">x</a>
NOT_A_LINK blob:https://weidian.com/item.html?itemID=7513413928
NOT_A_LINK blob:https://wei dian.com/item.html?itemID=7513413928
NOT_A_LINK file://weidian.com/item.html?itemID=7513413928
NOT_A_LINK ftp://weidian.com/item.html?itemID=7513413928
NOT_A_LINK ws://weidian.com/item.html?itemID=7513413928
NOT_A_LINK mailto:me@weidian.com?itemID=7513413928
NOT_A_LINK me@weidian.com/item.html?itemID=7513413928
NOT_A_LINK evil.example/?url=https://weidian.com/item.html?itemID=7513413928
NOT_A_LINK evil.example/?url=https://detail.1688.com/offer/716991604513.html
NOT_A_LINK evil.example/?url=https://detail.1688.com/offer/716991604513.html thanks
NOT_A_LINK evil.example/?url=https://wei dian.com/item.html?itemID=7513413928
OTHER_SITE https://new-agent.example/product?shop_type=wd&id=7513413928
OTHER_SITE https://new-agent.example/product?shop_type=jd&id=7513413928
OTHER_SITE https://new-agent.example/product?shop_type=weidian&id=x
OTHER_SITE https://new-agent.example/product?url=https%3A%2F%2Fother.example%2F%3Fshop_type%3Dweidian%26id%3D1
OTHER_SITE https://new-agent.example:8443/product?shop_type=weidian&id=7513413928
OTHER_SITE https://weidian.com@new-agent.example/product?shop_type=weidian&id=7513413928
OTHER_SITE http://127.0.0.1/product?shop_type=weidian&id=7513413928
OTHER_SITE http://localhost/product?shop_type=weidian&id=7513413928
OTHER_SITE https://weidian.com.evil.example/item.html?itemID=7513413928
OTHER_SITE https://notweidian.com/item.html?itemID=7513413928
OTHER_SITE https://not-weidian.com/item.html?itemID=7513413928
OTHER_SITE https://weidian.co/item.html?itemID=7513413928
OTHER_SITE https://tаobao.com/item.htm?id=681156549118
OTHER_SITE https://evil.example/weidian.com/item.html?itemID=7513413928
OTHER_SITE https://evil.example/https://weidian.com/item.html?itemID=7513413928
OTHER_SITE https://evil.example#@weidian.com/item.html?itemID=7513413928
OTHER_SITE https://evil.example?@weidian.com/item.html?itemID=7513413928
OTHER_SITE https://weidian.com@evil.example/item.html?itemID=7513413928
OTHER_SITE https://user:word@weidian.com/item.html?itemID=7513413928
OTHER_SITE https://user@shop1.v.weidian.com/item.html?itemID=7513413928
OTHER_SITE https://evil.example%2F.weidian.com/item.html?itemID=7513413928
OTHER_SITE https://weidian.com%2F.evil.example/item.html?itemID=7513413928
OTHER_SITE https://detail.1688.com:8443/offer/716991604513.html
OTHER_SITE http://weidian.com:443/item.html?itemID=7513413928
OTHER_SITE http://127.0.0.1/item.htm?id=681156549118
OTHER_SITE http://[::1]/item.htm?id=681156549118
OTHER_SITE https://www.tiktok.com/@hunter/video/7234567890
OTHER_SITE https://seller.x.yupoo.com/albums/123456?uid=1
OTHER_SITE https://www.superbuy.com/en/page/buy?url=javascript%3Aalert(1)
OTHER_SITE https://www.superbuy.com/en/page/buy?url=file%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7513413928
OTHER_SITE https://www.superbuy.com/en/page/buy?url=https%3A%2F%2Fweidian.com.evil.example%2Fitem.html%3FitemID%3D7513413928
OTHER_SITE https://www.kakobuy.com/item/details?url=%E0%A4%A
OTHER_SITE https://cnfans.com/product?id=7513413928&shop_type=constructor
OTHER_SITE https://cnfans.com/product?id=7513413928&shop_type=__proto__
OTHER_SITE https://hoobuy.com/product/toString/7513413928
OTHER_SITE https://acbuy.com/product?id=7513413928&source=hasOwnProperty
`),
  )('%s', (text, expected) => expect(describeParse(text)).toBe(expected))

  test('ends the host at a backslash, as browsers do', () => {
    expect(describeParse(String.raw`https://evil.example\@weidian.com/item.html?itemID=7513413928`)).toBe(
      'OTHER_SITE',
    )
    expect(describeParse(String.raw`https://weidian.com\@evil.example/item.html?itemID=7513413928`)).toBe(
      'weidian/7513413928',
    )
  })
})

describe('invalid item numbers', () => {
  test.each([
    ...[
      'abc',
      'undefined',
      'null',
      'order',
      '-5',
      '+5',
      '0',
      '0123456789',
      '1e10',
      '0x1F',
      '12.5',
      '7513413928abc',
    ],
    ...[
      '../../etc/passwd',
      '%2e%2e%2fx',
      '<script>alert(1)</script>',
      '7513413928%3Cscript%3E',
      '$%7Bjndi:ldap://x%7D',
    ],
    ...["7513413928'%20OR%201=1", '7513413928%20OR%201', '7513413928%00.html', '٣٤٥', '123456789012345'],
    ...['9'.repeat(400), '7513413928-1', '7513413928_1', '%E0%A4%A'],
  ])('%s', (id) => {
    for (const link of [
      `https://weidian.com/item.html?itemID=${id}`,
      `https://cnfans.com/product?platform=WEIDIAN&id=${id}`,
    ])
      expect(describeParse(link)).toBe('OTHER_SITE')
  })
})

describe('texts that are too long or too expensive', () => {
  test.each([
    ['100 KB of letters', 'a'.repeat(100_000), 'TOO_LONG'],
    ['1 MB of a good link', `https://weidian.com/item.html?itemID=1&x=${'1'.repeat(1_048_576)}`, 'TOO_LONG'],
    ['one character too many', `https://weidian.com/item.html?itemID=1&${'x'.repeat(8154)}`, 'TOO_LONG'],
    [
      'the maximum number of characters',
      `https://weidian.com/item.html?itemID=1&${'x'.repeat(8153)}`,
      'weidian/1',
    ],
    ['1,000 levels, too long', 'https://cnfans.com/?url='.repeat(1000), 'TOO_LONG'],
    [
      '300 raw levels',
      `${'https://cnfans.com/?url='.repeat(300)}https://weidian.com/item.html?itemID=1`,
      'TOO_LONG',
    ],
    ['a percent bomb', `https://cnfans.com/product?url=%${'25'.repeat(4000)}`, 'OTHER_SITE'],
    ['broken escapes', `https://cnfans.com/product?url=${'%E0%A4%A'.repeat(1000)}`, 'OTHER_SITE'],
    ['4,000 parameters', `https://cnfans.com/product?${'&a'.repeat(4000)}`, 'OTHER_SITE'],
    ['many empty nested links', `https://cnfans.com/product?${'url=%25&'.repeat(1000)}`, 'OTHER_SITE'],
    ['4,000 segments', `https://hoobuy.com/${'product/'.repeat(1000)}`, 'OTHER_SITE'],
    ['4,000 labels', `https://${'a.'.repeat(4000)}weidian.com/item.html?itemID=1`, 'OTHER_SITE'],
    ['900 links', 'http://a '.repeat(900), 'OTHER_SITE'],
    ['brackets', `${'['.repeat(4000)}${'('.repeat(4000)}`, 'NOT_A_LINK'],
    ['half a Markdown link', '[1](tel:'.repeat(1000), 'NOT_A_LINK'],
    ['blanks', 'h '.repeat(4000), 'NOT_A_LINK'],
    ['zero-width characters alone', '\u200b'.repeat(8000), 'NOT_A_LINK'],
  ])('%s', (_, text, expected) => expect(describeParse(text)).toBe(expected))

  test('parses five levels of nested links, not six', () => {
    const wrap = (link: string) => `https://cnfans.com/product?url=${encodeURIComponent(link)}`
    let link = 'https://weidian.com/item.html?itemID=7513413928'
    for (let level = 1; level <= 5; level++) link = wrap(link)
    expect(describeParse(link)).toBe('weidian/7513413928@cnfans')
    expect(describeParse(wrap(link))).toBe('TOO_LONG')
  })
})

test.each([
  '',
  ' ',
  '\n',
  '\0',
  '\ud800',
  '7513413928',
  'hello world',
  '￥CZ0001 aBcDeFg￥',
  'https://',
  'http:',
  '//',
])('returns NOT_A_LINK for %j', (text) => expect(describeParse(text)).toBe('NOT_A_LINK'))

test('returns a reason that says what is wrong and what to do', () => {
  expect(parseLink('https://m.tb.cn/h.5xYzQ1a')).toEqual({
    ok: false,
    code: 'SHORT_LINK',
    reason: 'This is a short link. Open it in your browser and paste the full address.',
  })
  expect(parseLink('https://shop1442.taobao.com/')).toEqual({
    ok: false,
    code: 'SHOP_PAGE',
    reason: 'This is a shop page, not an item. Open an item and paste its link.',
  })
})
