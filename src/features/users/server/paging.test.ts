import { describe, expect, test } from 'vitest'
import { collectionEntries, reviews, users } from '#db/schema.ts'
import { apiBase } from '#shared/paths.ts'
import { aSession, aUser } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const count = 250
/** A whole import has one moment; the others differ by less than a millisecond. */
const momentOf = (index: number) =>
  `2026-11-20 10:00:00.${String(100_000 + Math.floor(index / 3)).padStart(6, '0')}+00`

describe('lists', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  /** Follows the `Link` header from page to page; every address must be of the call's own. */
  async function readAll(
    address: string,
    by: string | undefined,
    rowsOf: (body: unknown) => { _id: string }[],
  ) {
    const seen: string[] = []
    const totals = new Set<unknown>()
    let next: string | undefined = address
    for (let page = 0; next !== undefined; page++) {
      expect(page).toBeLessThan(100)
      const reply = await app().get(next, by === undefined ? {} : { authorization: by })
      expect(reply.status).toBe(200)
      totals.add(reply.headers['x-total-count'])
      seen.push(...rowsOf(Object(reply.body)).map(({ _id }) => _id))
      const link = reply.headers.link
      const [, path = ''] = /^<([^>]*)>; rel="next"$/.exec(String(link)) ?? []
      expect(link === undefined || path.startsWith(apiBase)).toBe(true)
      next = link === undefined ? undefined : path.slice(apiBase.length)
      // A row is written meanwhile: the newest row moves no other one.
      if (page === 0) await addRows(1, count + 1)
    }
    return { seen, totals }
  }

  async function addRows(amount: number, from = 0) {
    const numbers = Array.from({ length: amount }, (_none, index) => from + index)
    const made = (index: number) => new Date(momentOf(index))
    await database.db.insert(reviews).values(
      numbers.map((index) => ({
        shopType: 'taobao' as const,
        itemId: '4711',
        author: `Writer ${index}`,
        rating: 4,
        comment: 'Good for the price.',
        status: 'approved' as const,
        isPublic: true,
        productName: 'Bag',
        productImage: '',
        createdAt: made(index),
      })),
    )
  }

  test('findReview can be read to its end, for visitors and admins', async () => {
    await addRows(count)
    const rowsOf = (body: unknown) => Object(body).data
    for (const by of [undefined, tokens.admin]) {
      const { seen } = await readAll('/review/findReview?product_code=4711&limit=40', by, rowsOf)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.length).toBeGreaterThanOrEqual(count)
    }
  })

  test('getAllUser can be read to its end, by cursor and by page', async () => {
    const rows = Array.from({ length: count }, (_none, index) => ({
      name: `User ${index}`,
      email: `u${index}@example.com`,
      emailKey: `u${index}@example.com`,
      createdAt: new Date(momentOf(index)),
    }))
    await database.db.insert(users).values(rows)
    const { seen, totals } = await readAll(
      '/users/getAllUser?limit=30',
      tokens.admin,
      (body) => Object(body).users,
    )
    expect([seen.length, new Set(seen).size, [...totals]]).toEqual([
      count + 2,
      count + 2,
      [String(count + 2)],
    ])
    const second = await app().get('/users/getAllUser?limit=30&page=2', { authorization: tokens.admin })
    expect(Object(second.body)).toMatchObject({ page: 2, totalPages: 9, total: count + 2 })
    expect(Object(second.body).users.map(({ _id }: { _id: string }) => _id)).toEqual(seen.slice(30, 60))
  })

  test('viewCollection can be read to its end, and is whole without a limit', async () => {
    const me = await aUser(database.db)
    const { token } = await aSession(database.db, me)
    const rows = Array.from({ length: count }, (_none, index) => ({
      userId: me.id,
      shopType: index % 2 === 0 ? ('taobao' as const) : ('weidian' as const),
      itemId: String(9000 + Math.floor(index / 2)),
      createdAt: new Date(momentOf(index)),
    }))
    await database.db.insert(collectionEntries).values(rows)
    const rowsOf = (body: unknown) => Object(body).productCollection
    const whole = await app().get('/users/viewCollection', { authorization: token })
    expect([rowsOf(whole.body).length, whole.headers.link]).toEqual([count, undefined])
    const { seen, totals } = await readAll('/users/viewCollection?limit=40', token, rowsOf)
    expect(seen).toEqual(rowsOf(whole.body).map(({ _id }: { _id: string }) => _id))
    expect([...totals]).toEqual([String(count)])
  })

  test.each([
    ['/review/findReview?product_code=4711', 'MTc5NiBhYmM'],
    [
      '/review/findReview?product_code=4711',
      Buffer.from('99999999999999999 00000000-0000-4000-8000-000000000000 x').toString('base64url'),
    ],
    ['/users/getAllUser?email=a', Buffer.from("1 '; drop table users; --").toString('base64url')],
    ['/users/viewCollection?limit=5', Buffer.from('5 42 amazon').toString('base64url')],
    ['/users/viewCollection?limit=5', '%00'],
    ['/users/viewCollection?limit=5', 'x'.repeat(300)],
  ])('returns 400 for an invalid cursor: %s %s', async (address, cursor) => {
    const reply = await app().get(`${address}&cursor=${cursor}`, { authorization: tokens.admin })
    expect([reply.status, Object(reply.body).errors]).toEqual([
      400,
      [{ field: 'cursor', message: 'This cursor is not one of ours.' }],
    ])
  })

  test('a cursor of the end of time is an empty page', async () => {
    const cursor = Buffer.from('99999999999999999 00000000-0000-4000-8000-000000000000').toString('base64url')
    const reply = await app().get(`/users/getAllUser?cursor=${cursor}`, { authorization: tokens.admin })
    expect([reply.status, Object(reply.body).users, Object(reply.body).total]).toEqual([200, [], 2])
  })
})

describe('unknown parameters and fields', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  test('are listed in X-Ignored', async () => {
    const { headers } = await app().get('/products/getAllProduct?limit=3&Foo=1&b%C3%A4r[]=2&MINPRICE=1')
    expect(headers['x-ignored']).toBe('Foo, b%C3%A4r%5B%5D')
    expect((await app().get('/products/getAllProduct?limit=3')).headers['x-ignored']).toBeUndefined()
    expect((await app().get('/agent/getAgent?x')).headers['x-ignored']).toBe('x')
    const reply = await app().post('/auth/login', { email: 'a@example.com', password: 'x', remember: true })
    expect(reply.headers['x-ignored']).toBe('remember')
  })

  test('are cut to the maximum header length', async () => {
    const many = Array.from({ length: 90 }, (_none, index) => `n${index}=1`).join('&')
    const { headers } = await app().get(`/agent/getAgent?${'y'.repeat(3000)}=1&%0d%0aSet-Cookie=1&${many}`)
    const named = String(headers['x-ignored'])
    expect(named.split(', ')).toHaveLength(20)
    expect(named).toMatch(/^y{64}, %0D%0ASet-Cookie, n0, /)
  })

  test('return 400 when an update has no others', async () => {
    const reply = await app().send(
      '/api/v1/products/updateProduct?product_id=0b5c1e1e-7a64-4c0e-9d3c-2f6f2a1d8e01',
      {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: tokens.admin },
        body: JSON.stringify({ titel: 'Bag', version: 1 }),
      },
    )
    expect(reply.status).toBe(400)
  })
})
