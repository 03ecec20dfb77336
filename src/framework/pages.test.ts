import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { productInfos } from '#db/schema.ts'
import { renderer } from '#main/render.tsx'
import { failures, RequestError } from '#shared/failure.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { createByteCache } from '#shared/server/cache/byte-cache.ts'
import { createLocalInvalidation } from '#shared/server/cache/invalidation.ts'
import { createNetworkTurns } from '#shared/server/outbound/network-turns.ts'
import { anAgent, aProduct, aQcPhoto, aReview } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createPageCache } from './page-cache.ts'
import { servePages } from './pages.ts'

const renderedUrls: string[] = []
const countingRenderer: typeof renderer = {
  ...renderer,
  render: (target, context) => {
    renderedUrls.push(target.url)
    return renderer.render(target, context)
  },
}

const info: ProductInfo = {
  title: 'Small flap crossbody bag',
  titleOriginal: '小号翻盖斜挎包',
  price: 118.9,
  currency: 'CNY',
  imgList: ['demo/bag/shop-1.webp'],
  skus: [],
  productAttr: [],
  propsTrans: {},
}

describe('pages rendered on the server', () => {
  const database = useDatabase()
  const app = useApp(database, {
    renderer: countingRenderer,
    assets: (page, parts) => `<!--${page} ${parts}-->`,
  })
  const visit = (path: string, headers: Record<string, string> = {}) =>
    app().send(path, { headers: { accept: 'text/html', ...headers } })

  async function insertCatalogue() {
    const { db } = database
    await anAgent(db, { name: 'CNFans', isSelected: true })
    const item = { shopType: 'taobao' as const, itemId: '990000000001' }
    await aProduct(db, { ...item, name: info.title, priceFen: 11_890, onTrend: true })
    await db.insert(productInfos).values({ ...item, info, source: 'catalogue' })
    await aQcPhoto(db, item)
    await aReview(db, { ...item, author: 'parcel-to-lima', comment: 'Sits well, strap is long.' })
  }

  test.each([
    ['/', 200, 'Trending Products'],
    ['/popular', 200, 'Discover Popular Products'],
    ['/product/taobao/990000000001', 200, 'Small flap crossbody bag'],
    ['/product/taobao/652874751412', 200, 'We have no details of this item yet.'],
    ['/product/search/123', 404, 'Product not found!'],
    ['/tools', 200, 'QC Lookup'],
    ['/convert', 200, '<h1'],
    ['/no/such/page', 404, 'Oops! Something went wrong'],
  ])('%s returns %i with its text', async (path, status, text) => {
    await insertCatalogue()
    const reply = await visit(path)
    expect(reply.status).toBe(status)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.text).toContain(text)
    expect(reply.text).toContain('</html>')
    expect(reply.text).not.toMatch(/ style="/)
  })

  test.each(['/', '/popular', '/product/taobao/990000000001'])(
    '%s has the size of each image',
    async (path) => {
      await insertCatalogue()
      const pictures = (await visit(path)).text.match(/<img [^>]*>/g) ?? []
      expect(pictures).not.toEqual([])
      expect(pictures.filter((picture) => !/ width="\d+" height="\d+"/.test(picture))).toEqual([])
    },
  )

  test('the product page is complete without script', async () => {
    await insertCatalogue()
    const { text } = await visit('/product/taobao/990000000001')
    expect(text).toContain('118.90')
    expect(text).toContain('parcel-to-lima')
    expect(text).toContain('Sits well, strap is long.')
    expect(text).toContain('https://agent.example/taobao/990000000001')
    expect(text).toMatch(/<title>[^<]*Small flap crossbody bag[^<]*<\/title>/)
    expect(text).toMatch(
      /<meta property="og:image" content="http:\/\/localhost:3000\/product\/taobao\/990000000001\/card\.jpg\?v=\w+"/,
    )
    expect(text).toContain('<meta property="og:image:width" content="1200"/>')
    expect(text).toContain('<link rel="canonical" href="http://localhost:3000/product/taobao/990000000001"/>')
  })

  test('an invalid item has no canonical URL and is not indexed', async () => {
    const { text } = await visit('/product/search/123')
    expect(text).toContain('<meta name="robots" content="noindex"/>')
    expect(text).not.toMatch(/rel="canonical"|og:url/)
  })

  test('an item without a price says so and has a buy link', async () => {
    const { db } = database
    await anAgent(db, { name: 'CNFans', isSelected: true })
    const unpriced = { shopType: 'weidian' as const, itemId: '7229418066', info: { ...info, price: null } }
    await db.insert(productInfos).values({ ...unpriced, source: 'weidian.com' })
    const { text } = await visit('/product/weidian/7229418066')
    expect(text).toContain('Price unknown')
    expect(text).not.toMatch(/class="price\b|¥|0\.00/)
    expect(text).toContain('https://agent.example/weidian/7229418066')
  })

  test('other spellings of a marketplace redirect to the canonical URL', async () => {
    const reply = await visit('/product/1688/123456789')
    expect([reply.status, reply.headers.location]).toEqual([301, '/product/ali_1688/123456789'])
  })

  test('product pages without information are neither indexed nor cached', async () => {
    await insertCatalogue()
    renderedUrls.length = 0
    for (let time = 0; time < 2; time += 1) {
      const { text } = await visit('/product/weidian/7229418055')
      expect(text).toContain('<meta name="robots" content="noindex"/>')
    }
    expect(renderedUrls).toHaveLength(2)
  })

  test('a page is rendered once for all unknown query parameters', async () => {
    await insertCatalogue()
    renderedUrls.length = 0
    const first = await visit('/popular?utm_source=x')
    await visit('/popular')
    await visit('/popular?fbclid=2')
    expect(renderedUrls).toEqual(['/popular'])
    expect((await visit('/popular?minprice=10')).text).not.toBe(first.text)
    expect(renderedUrls).toEqual(['/popular', '/popular?MinPrice=10'])
  })

  test('a write invalidates only the pages that used its data', async () => {
    await insertCatalogue()
    await visit('/tools')
    await visit('/')
    renderedUrls.length = 0
    await app().invalidation.publish([['getAllProduct']])
    await visit('/tools')
    await visit('/')
    expect(renderedUrls).toEqual(['/'])
  })

  test('each encoding has its own strong ETag, for which 304 is returned', async () => {
    await insertCatalogue()
    await visit('/popular')
    const tags = new Set<string>()
    const plain = (await visit('/popular')).text
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const reply = await visit('/popular', { 'accept-encoding': encoding })
      const etag = reply.headers.etag ?? ''
      expect(etag).toMatch(/^"[\w-]+"$/)
      expect(reply.headers['content-encoding']).toBe(encoding)
      expect(unpack(reply.bytes).toString()).toBe(plain)
      tags.add(etag)
      const again = await visit('/popular', { 'accept-encoding': encoding, 'if-none-match': etag })
      expect([again.status, again.text]).toEqual([304, ''])
    }
    expect(tags.size).toBe(2)
  })

  test('an uncached page is compressed too', async () => {
    const path = '/estimation?destination=DE&weight=1240'
    const plain = await visit(path)
    expect(plain.text).toContain('Yanwen registered packet')
    const reply = await visit(path, { 'accept-encoding': 'br' })
    expect(reply.headers['content-encoding']).toBe('br')
    expect(reply.bytes.length).toBeLessThan(plain.bytes.length / 4)
    expect(brotliDecompressSync(reply.bytes).toString()).toContain('Yanwen registered packet')
  })

  test('offers a link when grams were probably meant as kilograms', async () => {
    const calculator = '/estimation?destination=DE&weight='
    const { text } = await visit(`${calculator}1.2`)
    expect(text).toContain('Did you mean 1,200 g?')
    expect(text).toContain(`href="${calculator.replace('&', '&amp;')}1200"`)
    expect((await visit(`${calculator}40`)).text).not.toContain('Did you mean')
  })

  test('the content security policy allows no foreign or inline code and is the same for all visitors', async () => {
    await insertCatalogue()
    const anonymous = await visit('/')
    const policy = String(anonymous.headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    const other = await visit('/', { authorization: 'token-of-a-user', cookie: 'theme=dark' })
    expect(other.text).toBe(anonymous.text)
  })

  test('only the page of an item without information names the files for it', async () => {
    await insertCatalogue()
    const findParts = async (path: string) =>
      /<!--product\/ProductPage (.*?)-->/.exec((await visit(path)).text)?.[1]
    const part = 'pages/product/unknown/UnknownItem.tsx'
    expect(await findParts('/product/taobao/990000000001')).toBe('')
    expect(await findParts('/product/taobao/652874751412')).toBe(part)
    expect(await findParts('/product/search/123')).toBe(part)
  })

  test('a seller text cannot end the script element of the state', async () => {
    const { db } = database
    const item = { shopType: 'taobao' as const, itemId: '990000000002' }
    const title = '</script><script>alert(1)</script>'
    await db.insert(productInfos).values({ ...item, info: { ...info, title }, source: 'catalogue' })
    const { text } = await visit('/product/taobao/990000000002')
    expect(text).not.toContain('<script>alert(1)')
  })

  test('a request in absolute form gets the same page', async () => {
    await insertCatalogue()
    const { text } = await visit('/popular?page=2')
    for (const start of ['http://localhost:3000', 'http://evil.example', 'HTTPS://u:p@evil.example:81']) {
      const reply = await visit(`${start}/popular?page=2`)
      expect([reply.status, reply.text]).toEqual([200, text])
    }
    expect((await visit('http://evil.example//popular')).status).toBe(404)
    expect((await visit('*')).status).toBe(404)
  })

  test.each([
    '//evil.example/x',
    '/product/taobao/..%2f..%2fetc',
    '/product/taobao/%00',
    `/${'a'.repeat(3000)}`,
    '/product/constructor/1',
    '/popular?MinPrice=1&MinPrice=2',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/?refused=%3Cscript%3E',
  ])('%s returns no server error', async (path) => {
    const reply = await visit(path)
    expect(reply.status).toBeLessThan(500)
    expect(reply.headers.location ?? '/').toMatch(/^\/(?!\/)/)
    expect(reply.text).not.toContain('<script>"')
  })
})

const lateRenderer: typeof renderer = {
  ...renderer,
  render: (target, { send, mask }) => {
    const never = new Promise<never>(() => undefined)
    return renderer.render(target, {
      send: (route, input) => (route === 'GET /product-info' ? never : send(route, input)),
      mask,
    })
  },
}

describe('a page with a slow source', () => {
  const database = useDatabase()
  const app = useApp(database, { renderer: lateRenderer })

  test('is rendered without the data and without an error', async () => {
    await aProduct(database.db, { shopType: 'taobao', itemId: '990000000001' })
    const { status } = await app().send('/product/taobao/990000000001')
    expect([status, app().logged]).toEqual([200, []])
  })
})

test('yields to the event loop after rendering and after writing a page', async () => {
  const order: string[] = []
  const begin = (what: string) => setImmediate(() => order.push(what))
  const bytes = createByteCache({ maxBytes: 0, maxAgeMs: 0, invalidation: createLocalInvalidation() })
  const app = fastify()
  servePages(app, {
    renderer: {
      ...renderer,
      render: async (target, context) => {
        const page = await renderer.render(target, context)
        begin('after drawing')
        return page
      },
    },
    assets: () => '',
    limits: { count: () => undefined },
    reportRejection: () => undefined,
    cache: createPageCache(bytes),
    turns: createNetworkTurns(),
    sendFor: () => () => Promise.reject(new RequestError(failures.busy)),
    finishDocument: async (_url, html) => {
      order.push('written')
      begin('after writing')
      return html
    },
  })
  app.addHook('onSend', async () => {
    order.push('sent')
  })
  await app.inject('/tools')
  expect(order).toEqual(['after drawing', 'written', 'after writing', 'sent'])
})
