import { describe, expect, test } from 'vitest'
import { contract } from '#main/contract.ts'
import { apiBase } from '#shared/paths.ts'
import { aProduct } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { tokens, useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const json = { 'content-type': 'application/json' }

/** Every error response has this form. */
function expectProblem(reply: Reply, status: number, code: string): void {
  expect(reply.body).toEqual({
    success: false,
    statusCode: status,
    message: expect.stringMatching(/\w/),
    code,
    requestId: reply.headers['x-request-id'],
    ...(reply.body?.errors !== undefined && { errors: expect.any(Array) }),
  })
  expect(reply.status).toBe(status)
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Authorization' })
  if (status !== 401) expect(reply.text.toLowerCase()).not.toContain('unauthorized')
}

describe('the API under wrong input', () => {
  const database = useDatabase()
  const app = useApp(database)
  const post = (body: string | Buffer, headers: Record<string, string> = json) =>
    app().send(`${apiBase}/links/parse`, { method: 'POST', headers, body })

  test('a success names its request in the header alone', async () => {
    const { body, headers } = await app().get('/agent/getAgent')
    expect(Object.keys(body ?? {})).toEqual(['success', 'statusCode', 'message', 'data'])
    expect(headers['x-request-id']).toMatch(/^[\w-]+$/)
  })

  test('every request has a name of its own', async () => {
    const names = await Promise.all(['/a', '/b', '/agent/getAgent'].map((path) => app().get(path)))
    expect(new Set(names.map(({ headers }) => headers['x-request-id'])).size).toBe(3)
  })

  test.each([
    '/nothing',
    '/',
    '',
    '/products',
    '/products/getAllProduct/',
    '//agent/getAgent',
    '/agent/getAgent/x',
    '/__proto__',
  ])('the unknown address %s has an answer of the API', async (path) => {
    expectProblem(await app().get(path), 404, 'NOT_FOUND')
  })

  test.each(Object.entries(contract))('%s refuses every method but its own', async (_name, endpoint) => {
    const path = apiBase + endpoint.path.replace('{id}', '1')
    const own = Object.values(contract)
      .filter((other) => other.path === endpoint.path)
      .flatMap(({ method }): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].filter(
      (one) => !own.includes(one),
    )) {
      const reply = await app().send(path, { method })
      expectProblem(reply, 405, 'METHOD_NOT_ALLOWED')
      expect(String(reply.headers.allow).split(', ').toSorted()).toEqual(own.toSorted())
    }
  })

  test.each([
    '/products/getAllProduct',
    '/products/findProductById?productCode=1',
    '/agent/getAgent',
    '/qc-photos/1',
  ])('HEAD %s has the headers of GET and no body', async (path) => {
    await aProduct(database.db)
    const head = await app().send(apiBase + path, { method: 'HEAD' })
    const get = await app().get(path)
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['content-type', 'cache-control', 'etag', 'vary']) {
      expect(head.headers[name]).toBe(get.headers[name])
    }
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)))
  })

  test.each([
    ['half a JSON text', '{"texts":["a"', 400, 'BAD_REQUEST'],
    ['no JSON at all', 'texts=a', 400, 'BAD_REQUEST'],
    ['an empty body', '', 400, 'INVALID_INPUT'],
    ['a prototype in disguise', '{"texts":[],"__proto__":{"admin":true}}', 400, 'BAD_REQUEST'],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400, 'INVALID_INPUT'],
    ['a text of the wrong kind', '{"texts":[{"a":1}]}', 400, 'INVALID_INPUT'],
    ['lists in lists in lists', `{"texts":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 400, 'INVALID_INPUT'],
    [
      'objects in objects in objects',
      `${'{"texts":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      400,
      'INVALID_INPUT',
    ],
    ['a body over 768 KB', `{"texts":["${'x'.repeat(768 * 1024)}"]}`, 413, 'TOO_LARGE'],
  ])('%s is refused', async (_what, body, status, code) => {
    expectProblem(await post(body), status, code)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('a body of type %s is refused', async (type) => {
    expectProblem(await post('{"texts":[]}', { 'content-type': type }), 415, 'MEDIA_TYPE')
  })

  test('unknown keys are dropped', async () => {
    const body = '{"texts":["hello"],"admin":true,"constructor":{"x":1},"data":[]}'
    const { status, body: replyBody } = await post(body)
    expect([status, replyBody?.data]).toEqual([
      200,
      [expect.objectContaining({ ok: false, code: 'NOT_A_LINK' })],
    ])
  })

  test.each([
    '/products/findProductById?productCode[]=1',
    '/products/findProductById?productCode[a]=1',
    '/products/findProductById?productCode=1&productcode=2',
    '/products/findProductById?productCode=%00',
    '/products/findProductById?productCode=%F0%9F%92%A9',
    '/products/findProductById?productCode=%ff%fe',
    "/products/findProductById?productCode=1'%20or%20'1'='1",
    '/products/getAllProduct?MinPrice=1&MINPRICE=2',
    '/products/getAllProduct?Trending[]=true',
    '/products/getAllProduct?Storefront=taobao,weidian',
    '/qc-photos/%ff',
    '/qc-photos/%c0%ae%c0%ae',
    "/qc-photos/1'--",
    '/product-info?shopType=__proto__&productCode=1',
    '/review/findReview?product_code=1&status=approved&status=pending',
  ])('%s is a wrong request', async (path) => {
    const reply = await app().get(path)
    expectProblem(reply, 400, String(reply.body?.code))
  })

  test.each(['Bearer', 'Bearer x', 'Basic YTpi', 'null', 'undefined', `${tokens.admin}x`, 'x'.repeat(4000)])(
    'a public call ignores the invalid token %.20s',
    async (authorization) => {
      const { status } = await app().get('/agent/getAgent?active=false', { authorization })
      expect(status).toBe(200)
    },
  )

  test('one line in the log for a wrong request at most, and none that holds its query', async () => {
    await app().get('/review/findReview?product_code=1&product_code=secret-of-mine')
    await post('{"texts":', { ...json, authorization: 'token-of-mine' })
    expect(app().logged.length).toBeLessThanOrEqual(2)
    expect(JSON.stringify(app().logged)).not.toMatch(/secret-of-mine|token-of-mine/)
  })
})
