import { once } from 'node:events'
import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { pageViews } from '#db/schema.ts'
import { useApp } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const cubot =
  'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG X) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36'
const today = () => new Date().toISOString().slice(0, 10)

/** A collector, with what it got. */
const got: { body: unknown; headers: NodeJS.Dict<string | string[]> }[] = []
let status = 202
const server = createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
  got.push({ body, headers: request.headers })
  response.writeHead(status).end()
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const port = typeof address === 'object' && address ? address.port : 0
afterAll(() => server.close())

describe.each(modes)('page views over HTTP on %s', (mode) => {
  const database = useDatabase(mode)
  const app = useApp(database, { env: { RATE_MULTIPLIER: '1000' } })

  const visit = (path: unknown, headers: Record<string, string> = {}) =>
    app().post('/page-views', { path }, { 'user-agent': browser, ...headers })
  async function counted() {
    await app().features.pageViews.pageViews.flush()
    return database.db.select().from(pageViews).orderBy(pageViews.kind)
  }

  test('are counted by kind and day', async () => {
    const reply = await visit('/')
    expect([reply.status, reply.body]).toEqual([
      200,
      { success: true, statusCode: 200, message: 'OK', data: null },
    ])
    for (const path of ['/product/taobao/1', '/product/weidian/2', '/popular']) await visit(path)
    await visit('/popular', { 'user-agent': phone })
    await visit('/popular', { 'user-agent': cubot })
    expect(await counted()).toEqual([
      { day: today(), kind: 'home', views: 1 },
      { day: today(), kind: 'popular', views: 3 },
      { day: today(), kind: 'product', views: 2 },
    ])
    await visit('/popular')
    expect(await counted()).toContainEqual({ day: today(), kind: 'popular', views: 4 })
  })

  test('leave no trace of who came: no cookie, and no word in any table or in the log', async () => {
    const secret = 'canary-of-a-visitor'
    const reply = await visit('/popular', {
      'user-agent': `${browser} ${secret}`,
      referer: `http://localhost/popular?q=${secret}`,
      'x-forwarded-for': '203.0.113.77',
      cookie: `refresh=${secret}`,
    })
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(await counted()).toEqual([{ day: today(), kind: 'popular', views: 1 }])
    expect(JSON.stringify(app().logged)).not.toMatch(new RegExp(`${secret}|203.0.113.77`))
  })

  test.each([
    ['DNT', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
    ['a fetch ahead', { 'sec-purpose': 'prefetch;prerender' }],
    ['an old fetch ahead', { purpose: 'prefetch' }],
    [
      'a search engine',
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    [
      'a program that calls itself no robot',
      { 'user-agent': 'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)' },
    ],
    ['a browser without a person', { 'user-agent': browser.replace('Chrome', 'HeadlessChrome') }],
    ['a program', { 'user-agent': 'curl/8.14.1' }],
    ['nobody', { 'user-agent': '' }],
  ])('are not counted of %s, which is answered alike', async (_who, headers) => {
    const reply = await visit('/', headers)
    expect([reply.status, reply.body?.data]).toEqual([200, null])
    expect(await counted()).toEqual([])
  })

  test('are counted where DNT says yes to being counted', async () => {
    await visit('/', { dnt: '0', 'sec-gpc': '0' })
    expect(await counted()).toMatchObject([{ kind: 'home', views: 1 }])
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
  ])('are not counted of %s', async (path) => {
    expect((await visit(path)).status).toBe(200)
    expect(await counted()).toEqual([])
  })

  test('need a path', async () => {
    for (const path of [undefined, '', 'popular', 3, `/${'a'.repeat(512)}`])
      expect((await visit(path)).status).toBe(400)
    expect((await app().post('/page-views', { path: '/', more: 'a'.repeat(1024) })).status).toBe(413)
    expect(await counted()).toEqual([])
  })

  test('count the page of the API, which runs no script', async () => {
    const open = (method: string, headers: Record<string, string> = {}) =>
      app().send('/docs', { method, headers: { 'user-agent': browser, ...headers } })
    expect((await open('GET')).status).toBe(200)
    await open('HEAD')
    await open('GET', { dnt: '1' })
    expect(await counted()).toEqual([{ day: today(), kind: 'docs', views: 1 }])
  })

  test('wait for a database that is away, and no visitor waits with them', async () => {
    await visit('/')
    await database.db.execute(sql`alter table page_views rename to page_views_away`)
    await app().features.pageViews.pageViews.flush()
    await database.db.execute(sql`alter table page_views_away rename to page_views`)
    await visit('/')
    expect(await counted()).toMatchObject([{ kind: 'home', views: 2 }])
  })
})

describe('page views of one network', () => {
  const database = useDatabase('pglite')
  const app = useApp(database)

  test('are taken 300 times in five minutes', async () => {
    const visits = Array.from({ length: 301 }, () => app().post('/page-views', { path: '/' }))
    const statuses = (await Promise.all(visits)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

describe("the operator's own collector", () => {
  const database = useDatabase('pglite')
  const app = useApp(database, { env: { ANALYTICS_URL: `http://127.0.0.1:${port}/collect` } })
  beforeEach(() => {
    got.length = 0
    status = 202
  })
  const visit = (path: string, headers: Record<string, string> = {}) =>
    app().post('/page-views', { path }, { 'user-agent': browser, ...headers })

  test('gets pages and kinds, many at a time, and nothing of the visitor', async () => {
    await visit('/product/taobao/1', { 'accept-language': 'nl', referer: 'http://localhost/?q=canary' })
    await visit('/')
    await visit('/popular', { dnt: '1' })
    await visit('/login')
    expect(got).toEqual([])
    await app().features.pageViews.collector?.flush()
    const views = [
      { path: '/product/taobao/1', kind: 'product' },
      { path: '/', kind: 'home' },
    ]
    expect(got.map(({ body }) => body)).toEqual([{ views }])
    expect(Object.keys(got[0]?.headers ?? {}).sort()).toEqual([
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ])
    expect(JSON.stringify(got)).not.toMatch(/Mozilla|canary|nl"/)
  })

  test('loses what it does not take, and our own counts stay', async () => {
    status = 500
    await visit('/tools')
    await app().features.pageViews.collector?.flush()
    status = 202
    await app().features.pageViews.collector?.flush()
    expect(got).toHaveLength(1)
    await app().features.pageViews.pageViews.flush()
    expect(await database.db.select().from(pageViews)).toContainEqual({
      day: today(),
      kind: 'tools',
      views: 1,
    })
    await eventually(() => expect(JSON.stringify(app().logged)).toContain('Views were not taken'))
  })
})
