import { escapeUTF8 } from 'entities'
import { type FakeSource, fakeHtml, hashToNumber, hostileTexts } from '#shared/server/outbound/fake-source.ts'

/** Simulates the public item page of Taobao and Tmall with its link-preview tags. */
export const fakeTaobaoPage = createMarketplacePage('taobao-page', /^\/item\/([\w-]+)\.htm$/, ' - Taobao', [
  'og:price:amount',
])

/** Simulates 1688's public offer page. */
export const fake1688Page = createMarketplacePage('1688-page', /^\/offer\/([\w-]+)\.html$/, ' - 阿里巴巴', [
  'og:product:price',
])

function createMarketplacePage(name: string, path: RegExp, suffix: string, priceTags: string[]): FakeSource {
  const renderPage = (id: string, title: string, image: string, price: string) =>
    fakeHtml(`<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${suffix}</title>
<meta property="og:type" content="product">
<meta property="og:title" content="${escapeUTF8(title)}"/>
<meta property='og:image' content='${escapeUTF8(image)}' />
<meta property="og:url" content="https://shop.test/item?id=${id}">
${priceTags.map((tag) => `<meta property="${tag}" content="${escapeUTF8(price)}">`).join('\n')}
</head><body><p>…</p></body></html>`)
  const good = (id: string, origin: string) =>
    renderPage(
      id,
      `模拟商品 ${id} 新款${suffix}`,
      `${origin}/pictures/${id}-1.png`,
      `${30 + hashToNumber(id, 200)}.50`,
    )
  return {
    name,
    idIn: (url) => path.exec(url.pathname.slice(name.length + 1))?.[1],
    good: ({ id, getOrigin }) => good(id, getOrigin('pictures')),
    // For many items, existing or not, an anonymous visitor receives only an empty page.
    unknownItem: () => fakeHtml('<!DOCTYPE html><html><head><title>淘宝</title></head><body></body></html>'),
    wrongSchema: () =>
      fakeHtml('<html><head><script>location="/login"</script></head>请登录 x5secdata</html>'),
    otherItem: ({ getOrigin }) =>
      fakeHtml(`<meta property="og:title" content="淘宝网"><meta property="og:image"
      content="${getOrigin('pictures')}/pictures/logo.png">`),
    poisoned: ({ id }) => renderPage(id, hostileTexts.markup, hostileTexts.inside, '9'.repeat(400)),
  }
}
