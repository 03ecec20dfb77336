import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { apiBase } from '#shared/paths.ts'
import { aProduct } from '#support/factories.ts'
import { anApp, useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'

describe('routes beside pages and calls', () => {
  const database = useDatabase()
  const app = useApp(database)
  const weidian = 'https://weidian.com/item.html?itemID=7229418055'
  const go = async (query: string) => (await app().send(`/go${query}`)).headers.location

  test.each([
    ['?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7229418055', '/product/weidian/7229418055'],
    ['?url=https://weidian.com/item.html?itemID=7229418055', '/product/weidian/7229418055'],
    ['?url=https://item.taobao.com/item.htm?spm=a1z10&id=652874751412', '/product/taobao/652874751412'],
    [
      '?title=Look&text=https%3A%2F%2Fdetail.1688.com%2Foffer%2F652874751412.html',
      '/product/ali_1688/652874751412',
    ],
    [
      '?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7229418055&to=qc',
      '/product/weidian/7229418055#qc',
    ],
    [
      `?text=${encodeURIComponent('「双肩包」 https://item.taobao.com/item.htm?id=991234567890&price=168&skuId=7')}`,
      '/product/taobao/991234567890#hints&title=%E5%8F%8C%E8%82%A9%E5%8C%85&price=168&currency=CNY&skuId=7',
    ],
    [
      `?title=Canvas+backpack&text=${encodeURIComponent(weidian)}`,
      '/product/weidian/7229418055#hints&title=Canvas+backpack',
    ],
    ['?url=hello', '/?refused=NOT_A_LINK'],
    ['?url=%EF%BF%A5kL9mN8oP7qR%EF%BF%A5', '/?refused=NOT_A_LINK&why=code'],
    [
      '?text=%E3%80%90%E9%97%B2%E9%B1%BC%E3%80%91m.tb.cn/h.abc',
      '/?refused=UNSUPPORTED_MARKETPLACE&why=xianyu',
    ],
    [
      '?url=https://www.google.com/url?q=https://weidian.com/item.html?itemID=7229418055&sa=D',
      '/product/weidian/7229418055?host=www.google.com',
    ],
    [
      '?to=qc&url=https%3A%2F%2Fnewagent.example%2Fx%3Fshop_type%3Dweidian%26id%3D7229418055',
      '/product/weidian/7229418055?host=newagent.example#qc',
    ],
    ['?url=https%3A%2F%2Fm.tb.cn%2Fh.abc', '/?refused=SHORT_LINK'],
    ['', '/?refused=NOT_A_LINK'],
    ['?url=%E0%A4%A', '/?refused=NOT_A_LINK'],
  ])('/go%s redirects to %s', async (query, target) => {
    expect(await go(query)).toBe(target)
  })

  test.each(['//evil.example', 'https://evil.example/', 'javascript:alert(1)', '/\\evil.example'])(
    '/go never leads to %s',
    async (text) => {
      expect(await go(`?url=${encodeURIComponent(text)}`)).toMatch(/^\/\?refused=[A-Z_]+$/)
    },
  )

  test('reports health and readiness, neither of them cacheable', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const reply = await app().send(path)
      expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store'])
    }
  })

  test('the sitemap lists the pages and the items', async () => {
    await aProduct(database.db, { shopType: 'ali_1688', itemId: '990000000009' })
    const { text, headers } = await app().send('/sitemap.xml')
    expect(headers['content-type']).toContain('application/xml')
    for (const page of ['popular', 'estimation', 'haul', 'extension'])
      expect(text).toContain(`<loc>http://localhost:3000/${page}</loc>`)
    expect(text).toContain('<loc>http://localhost:3000/product/ali_1688/990000000009</loc>')
    expect((await app().send('/robots.txt')).text).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  })

  describe('the sitemap of a large catalogue', () => {
    const readAll = async (encoding = 'identity') =>
      (await app().send('/sitemap.xml', { headers: { 'accept-encoding': encoding } })).text
    const listItems = (text: string) =>
      [...text.matchAll(/<loc>[^<]*\/product\/ali_1688\/(\d+)<\/loc>/g)].map(([, id]) => Number(id))
    const addItems = (from: number, to: number) =>
      database.pool.query(
        `insert into products (shop_type, item_id, name, price_fen, thumbnail, position)
         select 'ali_1688', n::text, 'Item', 100, '/a.webp', n from generate_series($1::int, $2::int) n`,
        [from, to],
      )

    test('lists every item in its order, and none that was deleted', async () => {
      await addItems(1, 2_345)
      await database.pool.query(
        "update products set deleted_at = now(), position = null where item_id in ('7', '2000')",
      )
      const listed = listItems(await readAll())
      expect(listed).toHaveLength(2_343)
      expect(listed).toEqual(listed.toSorted((one, other) => one - other))
      expect(listed).not.toContain(2_000)
    })

    test('ends at 50,000 addresses, below 50 MB', async () => {
      await addItems(1, 50_100)
      const text = await readAll()
      expect(text.match(/<url>/g)).toHaveLength(50_000)
      expect(listItems(text).at(-1)).toBe(49_993)
      expect(text.length).toBeLessThan(50_000_000)
      expect(text).toMatch(/<\/urlset>$/)
    })

    test('is read from the database once until a change', async () => {
      await addItems(1, 10)
      const texts = await Promise.all(Array.from({ length: 20 }, () => readAll()))
      await addItems(11, 12)
      texts.push(await readAll())
      expect(new Set(texts).size).toBe(1)
      await app().invalidation.publish([['getAllProduct']])
      expect(listItems(await readAll())).toHaveLength(12)
    })

    test('is compressed for clients that accept it, and has no body for HEAD', async () => {
      await addItems(1, 100)
      const { headers } = await app().send('/sitemap.xml', { headers: { 'accept-encoding': 'gzip' } })
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
      for (const encoding of ['gzip', 'identity']) {
        const head = await app().send('/sitemap.xml', {
          method: 'HEAD',
          headers: { 'accept-encoding': encoding },
        })
        expect([head.status, head.text]).toEqual([200, ''])
      }
    })
  })

  test.each(['/', '/popular', '/no/such/page', '/healthz', '/img/a/1/b.webp', '/docs'])(
    '%s refuses every method but its own, whatever the body is',
    async (path) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND']) {
        const body = ['TRACE', 'PROPFIND'].includes(method) ? {} : { body: 'a=b' }
        const { status, headers, body: responseBody } = await app().send(path, { method, ...body })
        expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD'])
        expect(responseBody).toMatchObject({ success: false, statusCode: 405, code: 'METHOD_NOT_ALLOWED' })
      }
    },
  )

  test.each([
    '/api/v1/agent/getAgent',
    '/api/v1/none',
    '/healthz',
    '/robots.txt',
    '/%E0%A4%A',
    '/img/a/1/b.webp',
  ])('%s has the headers of every response', async (path) => {
    const { headers } = await app().send(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringContaining("default-src '"),
    })
    expect(String(headers['x-request-id'])).toMatch(/^[\w-]{8,}$/)
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })
})

describe('behind an https URL', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { PUBLIC_URL: 'https://chopmark.example' } })

  test('sends Strict-Transport-Security', async () => {
    const { headers } = await app().send('/healthz')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})

describe('a site that is stopping', () => {
  const database = useDatabase()

  test('closes the connections of the last responses, and ends', async () => {
    const { app, close } = await anApp({ database })
    const address = app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const agent = new Agent({ keepAlive: true })
    const body = JSON.stringify({ texts: [] })
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const sent = request({ port, path: `${apiBase}/links/parse`, method: 'POST', agent, headers })
    const response = once(sent, 'response')
    const begun = once(app.server, 'request')
    sent.write(body.slice(0, 1))
    await begun
    const closed = app.close()
    await eventually(() => expect(app.server.listening).toBe(false))
    sent.end(body.slice(1))
    const [reply]: IncomingMessage[] = await response
    await reply?.toArray()
    expect([reply?.statusCode, reply?.headers.connection]).toEqual([200, 'close'])
    await closed
    agent.destroy()
    await close()
  })
})
