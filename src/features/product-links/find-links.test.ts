import { describe, expect, test } from 'vitest'
import { describeParse, parseCases } from './fixtures/link-cases.ts'

describe('a link inside a text', () => {
  test.each(
    parseCases(`
weidian/7513413928 W2C hoodie: https://weidian.com/item.html?itemID=7513413928, also
weidian/7513413928 (https://weidian.com/item.html?itemID=7513413928).
weidian/7513413928 <https://weidian.com/item.html?itemID=7513413928>
weidian/7513413928 "https://weidian.com/item.html?itemID=7513413928"
weidian/7513413928 'https://weidian.com/item.html?itemID=7513413928'!
weidian/7513413928 **https://weidian.com/item.html?itemID=7513413928**
weidian/7513413928 _https://weidian.com/item.html?itemID=7513413928_
weidian/7513413928 ||https://weidian.com/item.html?itemID=7513413928||
weidian/7513413928 [W2C](https://weidian.com/item.html?itemID=7513413928)
weidian/7513413928 [W2C](weidian.com/item.html?itemID=7513413928)
weidian/7513413928 [https://weidian.com/item.html?itemID=7513413928](https://weidian.com/item.html?itemID=7513413928)
weidian/7513413928 <a href="https://weidian.com/item.html?itemID=7513413928">item</a>
weidian/7513413928 <a href=https://weidian.com/item.html?itemID=7513413928>item</a>
weidian/7513413928 {"url":"https://weidian.com/item.html?itemID=7513413928","n":1}
weidian/7513413928 link:https://weidian.com/item.html?itemID=7513413928
weidian/7513413928 w2c=>https://weidian.com/item.html?itemID=7513413928
weidian/7513413928 1.https://weidian.com/item.html?itemID=7513413928
weidian/7513413928 hoodie,29.99,https://weidian.com/item.html?itemID=7513413928,$76.92,black
weidian/7513413928 shot",https://si.geilicdn.com/a_1080_1440.jpg,7574774096,https://weidian.com/item.html?itemID=7513413928
weidian/7513413928 https://www.reddit.com/r/x/comments/abc/ https://weidian.com/item.html?itemID=7513413928
weidian/7513413928 https://m.tb.cn/h.abc https://weidian.com/item.html?itemID=7513413928
weidian/7513413928 https://weidian.com/?userid=123 https://weidian.com/item.html?itemID=7513413928
weidian/7513413928 【我的微店】新款卫衣 https://weidian.com/item.html?itemID=7513413928&wfr=wxh5 打开微店APP查看
weidian/7513413928 商品：https://weidian.com/item.html?itemID=7513413928。
weidian/7513413928 「https://weidian.com/item.html?itemID=7513413928」
weidian/7513413928 （https://weidian.com/item.html?itemID=7513413928）
weidian/7513413928 “https://weidian.com/item.html?itemID=7513413928”
weidian/7513413928 https://weidian.com/item.html?itemID=7513413928】复制
weidian/7513413928 https://weidian.com/item.html?itemID=7513413928复制链接
weidian/7513413928 链接https://weidian.com/item.html?itemID=7513413928
weidian/7513413928 🔥https://weidian.com/item.html?itemID=7513413928🔥
ali_1688/716991604513 我在1688发现了一个不错的商品。https://detail.1688.com/offer/716991604513.html复制链接到浏览器打开
taobao/681156549118 https://item.taobao.com/item.htm?title=裤子&id=681156549118
taobao/674029285425@pandabuy Agent link: https://www.pandabuy.com/product?url=https://item.taobao.com/item.htm?id=674029285425&utm_source=pop
`),
  )('%s', (text, expected) => expect(describeParse(text)).toBe(expected))
})

describe('a damaged link', () => {
  test.each(
    parseCases(`
weidian/7513413928 weidian.com/item.html?itemID=7513413928
weidian/7513413928 //weidian.com/item.html?itemID=7513413928
weidian/7513413928 WEIDIAN.COM/item.html?itemID=7513413928
weidian/7513413928 see weidian.com/item.html?itemID=7513413928.
weidian/7513413928 看weidian.com/item.html?itemID=7513413928
weidian/7513413928@kakobuy kakobuy.com/item/details?url=https://weidian.com/item.html?itemID=7513413928
weidian/7513413928@kakobuy kakobuy.com/item/details?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7513413928
weidian/7513413928@cssbuy www.cssbuy.com/item-micro-7513413928.html
weidian/7513413928 HTTPS://weidian.com/item.html?itemID=7513413928
weidian/7513413928 https:/weidian.com/item.html?itemID=7513413928
weidian/7513413928 https:///weidian.com/item.html?itemID=7513413928
weidian/7513413928 https://https://weidian.com/item.html?itemID=7513413928
weidian/7513413928 https://wei dian.co m/item.html?itemID=7513413928
weidian/7513413928 w2c => https://wei dian.com/item.html?itemID=7513413928 size 42
weidian/7513413928 https:/ /wei dian. com /item. html?itemID=7513413928
weidian/7513413928 h ttps://weidian.com/item.html?itemID=7513413928
weidian/7513413928 https://weidian.com/item.html?itemID= 7513413928 thanks
taobao/681156549118 https://it em.taobao.com/item.htm?id=681156549118
weidian/7647670176@hoobuy https://hoo buy.com/product/2/7647670176 size L
weidian/7779496523 https://weidian.com/item.html?itemID=[7779496523](tel:7779496523)
weidian/7779496523 [w2c](https://weidian.com/item.html?itemID=[7779496523](tel:7779496523)&wfr=c)
taobao/681156549118 https://item.taobao.com/item.htm?spm=a&amp;id=681156549118&amp;skuId=1
taobao/681156549118 https://item.taobao.com/item.htm?spm=a&#38;id=681156549118
weidian/7616832901 https://weidian.com/item.html?itemID=7616832901=product_link
taobao/752339164885 https://item.taobao.com/item.htm?id=752339164885?spm=a1z10
taobao/752339164885 https://item.taobao.com/item.htm?id=752339164885%26skuId%3D1
taobao/752339164885 https://item.taobao.com/item.htm?id=752339164885%E3%80%82
weidian/7513413928 https://weidian.com/item.html?itemID=7513413928https://weidian.com/item.html?itemID=2
weidian/7513413928 https://weidian.com/item.html?itemID=7513413928/
`),
  )('%s', (text, expected) => expect(describeParse(text)).toBe(expected))

  test.each([
    ['a line break inside', 'https://weidian.com/item.html?\nitemID=7513413928', 'weidian/7513413928'],
    ['a tab before', 'Low\thttps://weidian.com/item.html?itemID=1', 'weidian/1'],
    ['full-width spaces', '卫衣\u3000https://weidian.com/item.html?itemID=1\u3000好', 'weidian/1'],
    [
      'zero-width characters',
      'https://wei\u200bdian.com/item.html?item\u200dID=75134\ufeff13928',
      'weidian/7513413928',
    ],
    ['direction marks', '\u202ahttps://weidian.com/item.html?itemID=7513413928\u202c', 'weidian/7513413928'],
    ['a soft hyphen', 'https://weidian.com/item\u00ad.html?itemID=7513413928', 'weidian/7513413928'],
    [
      'escaped slashes of JSON',
      String.raw`https:\/\/weidian.com\/item.html?itemID=7513413928`,
      'weidian/7513413928',
    ],
    [
      'backslashes of Windows',
      String.raw`https:\\detail.1688.com\offer\716991604513.html`,
      'ali_1688/716991604513',
    ],
    [
      'half a character',
      '\ud83d https://weidian.com/item.html?itemID=7513413928 \udc00',
      'weidian/7513413928',
    ],
    ['NUL characters around', '\0https://weidian.com/item.html?itemID=7513413928\0', 'weidian/7513413928'],
    ['a list', 'https://evil.example/1\nhttps://weidian.com/item.html?itemID=5\n', 'weidian/5'],
  ])('%s', (_, text, expected) => expect(describeParse(text)).toBe(expected))
})
