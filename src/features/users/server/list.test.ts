import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#db/schema.ts'
import { aUser } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

describe('the list of accounts', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  const list = (query = '') => app().get(`/users/getAllUser${query}`, { authorization: tokens.admin })
  const getEmails = ({ body }: Reply): string[] =>
    Array.isArray(body?.users) ? body.users.map(({ email }) => email) : []

  test('holds seven fields of each account, in data and beside it', async () => {
    await database.db.delete(users).where(eq(users.role, 'user'))
    const { id, createdAt } = await aUser(database.db, {
      name: 'Kim',
      email: 'kim@example.com',
      passwordHash: 'never to be seen',
      status: 'blocked',
      createdAt: new Date('2026-01-02T03:04:05.678Z'),
    })
    const { status, body } = await list('?email=kim')
    const kim = {
      id,
      _id: id,
      name: 'Kim',
      email: 'kim@example.com',
      role: 'user',
      status: 'blocked',
      createdAt: '2026-01-02T03:04:05.678Z',
    }
    expect(createdAt.toISOString()).toBe(kim.createdAt)
    expect(status).toBe(200)
    const page = { users: [kim], total: 1, page: 1, totalPages: 1 }
    expect(body).toEqual({ success: true, statusCode: 200, message: 'OK', data: page, ...page })
  })

  test('shows 250 accounts in pages of 100, each once, however many are of one moment', async () => {
    const moment = new Date('2026-01-01T00:00:00Z')
    const emails = Array.from({ length: 248 }, (_, at) => `p${at}@example.com`)
    await database.db
      .insert(users)
      .values(emails.map((email) => ({ name: 'P', email, emailKey: email, createdAt: moment })))
    const pages = await Promise.all(['', '?page=2', '?page=3', '?page=4'].map(list))
    expect(pages.map((page) => getEmails(page).length)).toEqual([100, 100, 50, 0])
    const all = pages.flatMap(getEmails)
    expect(new Set(all).size).toBe(250)
    for (const [at, { body }] of pages.entries())
      expect(body).toMatchObject({ total: 250, totalPages: 3, page: at + 1 })
    // Oldest first, so that a new account moves no other account to another page.
    await aUser(database.db, { email: 'newest@example.com' })
    expect(getEmails(await list())).toEqual(all.slice(0, 100))
  })

  test.each(['?page=0', '?page=-1', '?page=1e9', '?page=abc', '?page=1.5', '?page=1&page=2'])(
    '%s is no page',
    async (query) => {
      const { status, body } = await list(query)
      expect(status).toBe(400)
      expect(body?.errors).toMatchObject([{ field: 'page' }])
    },
  )

  test.each(['?page=2', '?page=999999999999999'])(
    '%s lies beyond the last: empty, with the true totals',
    async (query) => {
      const { status, body } = await list(query)
      expect(status).toBe(200)
      expect(body).toMatchObject({ users: [], total: 2, totalPages: 1 })
    },
  )

  test('ignores an empty page or text', async () => {
    expect((await list('?page=&email=')).body).toMatchObject({ total: 2, page: 1 })
  })

  const odd = [
    '100%@example.com',
    'under_score@example.com',
    "o'brien@example.com",
    'a+b@example.com',
    '{brace}@example.com',
    'Upper@Example.com',
  ]
  test.each([
    ['%', ['100%@example.com']],
    ['_', ['under_score@example.com']],
    ['%%', []],
    ['\\', []],
    ['\\_', []],
    ["'", ["o'brien@example.com"]],
    ["' or 1=1 --", []],
    ['.*', []],
    ['$1', []],
    ['a+b@', ['a+b@example.com']],
    ['a b@', ['a+b@example.com']],
    ['{brace}', ['{brace}@example.com']],
    ['UPPER@', ['Upper@Example.com']],
    ['  upper@example.com ', ['Upper@Example.com']],
    ['\u0000', []],
    ['нет', []],
    ['x'.repeat(254), []],
  ])('finds %j literally', async (text, expected) => {
    for (const email of odd) await aUser(database.db, { email })
    const reply = await list(`?email=${encodeURIComponent(text)}`)
    expect(reply.status).toBe(200)
    expect(getEmails(reply)).toEqual(expected)
    expect(reply.body).toMatchObject({ total: expected.length, page: 1 })
  })

  test('rejects a text of more than 254 characters, and a repeated one', async () => {
    expect((await list(`?email=${'x'.repeat(255)}`)).status).toBe(400)
    const { status, body } = await list('?email=a&email=b')
    expect(status).toBe(400)
    expect(body?.message).toBe('email may be given only once.')
  })

  test('pages through more matches than fit on a page', async () => {
    const emails = Array.from({ length: 130 }, (_, at) => `match-${at}@example.com`)
    await database.db.insert(users).values(emails.map((email) => ({ name: 'P', email, emailKey: email })))
    const [first, second] = [await list('?email=match-'), await list('?email=match-&page=2')]
    expect(first.body).toMatchObject({ total: 130, page: 1, totalPages: 2 })
    expect([...getEmails(first), ...getEmails(second)].toSorted()).toEqual(emails.toSorted())
  })
})
