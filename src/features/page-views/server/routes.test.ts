import { once } from 'node:events'
import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { pageViews } from '#db/schema.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const cubot =
  'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG X) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36'
const today = () => new Date().toISOString().slice(0, 10)

/** The requests that the simulated collector received. */
const received: { body: unknown; headers: NodeJS.Dict<string | string[]> }[] = []
let status = 202
const server = createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
  received.push({ body, headers: request.headers })
  response.writeHead(status).end()
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const port = typeof address === 'object' && address ? address.port : 0
afterAll(() => server.close())

describe('page views over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { RATE_MULTIPLIER: '1000' } })

  const visit = (path: unknown, headers: Record<string, string> = {}) =>
    app().post('/page-views', { path }, { 'user-agent': browser, ...headers })
  async function readCounts() {
    await app().features.pageViews.pageViews.flush()
    return database.db.select().from(pageViews).orderBy(pageViews.kind)
  }

  test('counts page views by kind and day', async () => {
    const reply = await visit('/')
    expect([reply.status, reply.body]).toEqual([
      200,
      { success: true, statusCode: 200, message: 'OK', data: null },
    ])
    for (const path of ['/product/taobao/1', '/product/weidian/2', '/popular']) await visit(path)
    await visit('/popular', { 'user-agent': phone })
    await visit('/popular', { 'user-agent': cubot })
    expect(await readCounts()).toEqual([
      { day: today(), kind: 'home', views: 1 },
      { day: today(), kind: 'popular', views: 3 },
      { day: today(), kind: 'product', views: 2 },
    ])
    await visit('/popular')
    expect(await readCounts()).toContainEqual({ day: today(), kind: 'popular', views: 4 })
  })

  test('stores and logs nothing about the visitor and sets no cookie', async () => {
    const secret = 'canary-of-a-visitor'
    const reply = await visit('/popular', {
      'user-agent': `${browser} ${secret}`,
      referer: `http://localhost/popular?q=${secret}`,
      'x-forwarded-for': '203.0.113.77',
      cookie: `refresh=${secret}`,
    })
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(await readCounts()).toEqual([{ day: today(), kind: 'popular', views: 1 }])
    expect(JSON.stringify(app().logged)).not.toMatch(new RegExp(`${secret}|203.0.113.77`))
  })

  test.each([
    ['a visitor with DNT', { dnt: '1' }],
    ['a visitor with Global Privacy Control', { 'sec-gpc': '1' }],
    ['a prefetch', { 'sec-purpose': 'prefetch;prerender' }],
    ['a prefetch with the old header', { purpose: 'prefetch' }],
    [
      'a search engine',
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    [
      'a program without "bot" in its name',
      { 'user-agent': 'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)' },
    ],
    ['a headless browser', { 'user-agent': browser.replace('Chrome', 'HeadlessChrome') }],
    ['a program', { 'user-agent': 'curl/8.14.1' }],
    ['a client without a user agent', { 'user-agent': '' }],
  ])('does not count a view of %s and responds as usual', async (_case, headers) => {
    const reply = await visit('/', headers)
    expect([reply.status, reply.body?.data]).toEqual([200, null])
    expect(await readCounts()).toEqual([])
  })

  test('counts a view when DNT and GPC allow tracking', async () => {
    await visit('/', { dnt: '0', 'sec-gpc': '0' })
    expect(await readCounts()).toMatchObject([{ kind: 'home', views: 1 }])
  })

  test.each([
    '/reset-password',
    '/verify-email',
    '/unlock',
    '/setup',
    '/auth/google',
    '/login',
    '/dashboard/users',
    '/nowhere',
  ])('does not count a view of %s', async (path) => {
    expect((await visit(path)).status).toBe(200)
    expect(await readCounts()).toEqual([])
  })

  test('returns 400 when the path is missing or invalid', async () => {
    for (const path of [undefined, '', 'popular', 3, `/${'a'.repeat(512)}`])
      expect((await visit(path)).status).toBe(400)
    expect((await app().post('/page-views', { path: '/', more: 'a'.repeat(1024) })).status).toBe(413)
    expect(await readCounts()).toEqual([])
  })

  test('counts a view of the API page, which runs no script', async () => {
    const request = (method: string, headers: Record<string, string> = {}) =>
      app().send('/docs', { method, headers: { 'user-agent': browser, ...headers } })
    expect((await request('GET')).status).toBe(200)
    await request('HEAD')
    await request('GET', { dnt: '1' })
    expect(await readCounts()).toEqual([{ day: today(), kind: 'docs', views: 1 }])
  })

  test('keeps counts while the database is unavailable, without delaying visitors', async () => {
    await visit('/')
    await database.db.execute(sql`alter table page_views rename to page_views_away`)
    await app().features.pageViews.pageViews.flush()
    await database.db.execute(sql`alter table page_views_away rename to page_views`)
    await visit('/')
    expect(await readCounts()).toMatchObject([{ kind: 'home', views: 2 }])
  })
})

describe('page views from one network', () => {
  const database = useDatabase()
  const app = useApp(database)

  test('accepts 300 page views in five minutes', async () => {
    const visits = Array.from({ length: 301 }, () => app().post('/page-views', { path: '/' }))
    const statuses = (await Promise.all(visits)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

describe("the operator's collector", () => {
  const database = useDatabase()
  const app = useApp(database, { env: { ANALYTICS_URL: `http://127.0.0.1:${port}/collect` } })
  beforeEach(() => {
    received.length = 0
    status = 202
  })
  const visit = (path: string, headers: Record<string, string> = {}) =>
    app().post('/page-views', { path }, { 'user-agent': browser, ...headers })

  test('receives paths and kinds in batches, and nothing about the visitor', async () => {
    await visit('/product/taobao/1', { 'accept-language': 'nl', referer: 'http://localhost/?q=canary' })
    await visit('/')
    await visit('/popular', { dnt: '1' })
    await visit('/login')
    expect(received).toEqual([])
    await app().features.pageViews.collector?.flush()
    const views = [
      { path: '/product/taobao/1', kind: 'product' },
      { path: '/', kind: 'home' },
    ]
    expect(received.map(({ body }) => body)).toEqual([{ views }])
    expect(Object.keys(received[0]?.headers ?? {}).sort()).toEqual([
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ])
    expect(JSON.stringify(received)).not.toMatch(/Mozilla|canary|nl"/)
  })

  test('keeps our own counts and logs a warning when the collector rejects a batch', async () => {
    status = 500
    await visit('/tools')
    await app().features.pageViews.collector?.flush()
    status = 202
    await app().features.pageViews.collector?.flush()
    expect(received).toHaveLength(1)
    await app().features.pageViews.pageViews.flush()
    expect(await database.db.select().from(pageViews)).toContainEqual({
      day: today(),
      kind: 'tools',
      views: 1,
    })
    await eventually(() =>
      expect(JSON.stringify(app().logged)).toContain('The collector did not accept a batch of page views'),
    )
  })
})
