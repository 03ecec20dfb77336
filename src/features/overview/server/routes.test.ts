import { describe, expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { pageViews, productViews, securityEvents } from '#db/schema.ts'
import { DAY_MS } from '#shared/time.ts'
import { anAgent, aProduct, aQcSet, aReading, aReview, aUser } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import type { Overview } from '../contract.ts'

const admin = { authorization: tokens.admin }
/** The UTC day so many days ago. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

describe('the overview', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  async function read(): Promise<Overview> {
    const { status, body } = await app().get('/overview', admin)
    expect(status).toBe(200)
    // The contract has checked it on its way out.
    return body?.data as Overview
  }

  test('is for admins, and not cacheable', async () => {
    expect((await app().get('/overview')).status).toBe(401)
    expect((await app().get('/overview', { authorization: tokens.user })).status).toBe(403)
    const { status, headers } = await app().get('/overview', admin)
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
  })

  test('of an empty site has zero counts, no lists and 30 days', async () => {
    const overview = await read()
    expect(overview).toMatchObject({
      products: 0,
      users: 2,
      reviewsWaiting: 0,
      qcSetsWaiting: 0,
      readingsWaiting: 0,
      oldestWaiting: null,
      mostViewed: [],
      events: [],
    })
    expect(overview.views).toHaveLength(30)
    expect(overview.views.map(({ views }) => views)).toEqual(Array.from({ length: 30 }, () => 0))
    expect([overview.views[0]?.day, overview.views[29]?.day]).toEqual([daysAgo(29), daysAgo(0)])
  })

  test('counts products, users and pending reviews, with the oldest one', async () => {
    await aProduct(database.db)
    await aProduct(database.db, { position: null, deletedAt: new Date() })
    await aUser(database.db)
    const oldest = new Date(Date.now() - DAY_MS)
    await aReview(database.db, { status: 'pending', createdAt: oldest })
    await aReview(database.db, { status: 'pending' })
    await aReview(database.db, { status: 'denied', createdAt: new Date(0) })
    await aQcSet(database.db)
    await aQcSet(database.db, { status: 'approved' })
    await aReading(database.db)
    await aReading(database.db, { status: 'denied' })
    await aReading(database.db, { status: 'approved' })
    expect(await read()).toMatchObject({
      products: 1,
      users: 3,
      reviewsWaiting: 2,
      qcSetsWaiting: 1,
      readingsWaiting: 1,
      oldestWaiting: oldest.toISOString(),
    })
  })

  test('counts as many readings as the list of pending ones', async () => {
    const list = '/items/readings?status=pending'
    for (const status of ['pending', 'pending', 'pending', 'denied'] as const)
      await aReading(database.db, { status })
    const { body, headers } = await app().get(list, admin)
    const listed = Object(body?.data).length
    expect([listed, headers['x-total-count'], (await read()).readingsWaiting]).toEqual([3, '3', 3])
  })

  test('adds up the views of all kinds of pages by day, thirty days back', async () => {
    await database.db.insert(pageViews).values([
      { day: daysAgo(0), kind: 'home', views: 3 },
      { day: daysAgo(0), kind: 'product', views: 4 },
      { day: daysAgo(2), kind: 'home', views: 5 },
      { day: daysAgo(29), kind: 'home', views: 6 },
      { day: daysAgo(30), kind: 'home', views: 100 },
    ])
    const views = new Map((await read()).views.map(({ day, views: count }) => [day, count]))
    expect([0, 1, 2, 29].map((days) => views.get(daysAgo(days)))).toEqual([7, 0, 5, 6])
    expect([...views.values()].reduce((sum, count) => sum + count)).toBe(18)
  })

  test('lists the six products that were viewed most in these days', async () => {
    const made = []
    for (let n = 1; n <= 8; n += 1) {
      const product = await aProduct(database.db, { name: `Viewed ${n}` })
      made.push(product)
      await database.db.insert(productViews).values([
        { productId: product.id, day: daysAgo(0), views: n },
        { productId: product.id, day: daysAgo(3), views: 10 },
        { productId: product.id, day: daysAgo(30), views: 1000 - n * 10 },
      ])
    }
    const last = made[7]?.id ?? ''
    await app().send(`/api/v1/products/dleteProduct?product_id=${last}`, { method: 'DELETE', headers: admin })
    const { mostViewed } = await read()
    expect(mostViewed.map(({ product, views }) => [product.name, views])).toEqual([
      ['Viewed 7', 17],
      ['Viewed 6', 16],
      ['Viewed 5', 15],
      ['Viewed 4', 14],
      ['Viewed 3', 13],
      ['Viewed 2', 12],
    ])
    expect(mostViewed[0]?.product).toMatchObject({ shopType: 'taobao', qcCount: 0, weight: null })
  })

  test('reports the health of sources and jobs', async () => {
    const { health } = await read()
    expect(health.map(({ name, level }) => `${name}: ${level}`)).toEqual([
      'Product information: off',
      'Marketplace link previews: off',
      'QC photos, outside source: off',
      'Short links: off',
      'Image hosts: ready',
      'Picture bucket: off',
      'Google sign-in: off',
      'Exchange rates: off',
      'Mail: off',
      'Job queue: ok',
      'Backups: ok',
      'Image cache: ok',
      'Clock: ok',
    ])
    expect(health.at(-2)?.note).toMatch(/^0 MB of 2 GB, \d+(\.\d)? [MG]B free on the disk$/)
  })
})

describe('events in the overview', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  /** Writes events, the first one the oldest, a second apart; the last one is a second old. */
  async function happened(...events: Partial<typeof securityEvents.$inferInsert>[]): Promise<void> {
    const rows = events.map((event, index) => ({
      type: 'started',
      createdAt: new Date(Date.now() - (events.length - index) * 1000),
      ...event,
    }))
    await database.db.insert(securityEvents).values(rows)
  }
  const listed = async (): Promise<Overview['events']> => {
    const { body } = await app().get('/overview', admin)
    return Object(body?.data).events
  }
  const lines = async () => (await listed()).map(({ type, count }) => `${count} ${type}`)

  test('are listed newest first, with the names of actors and subjects', async () => {
    const [actor, subject] = await createTwoUsers(database.db)
    const change = { actorId: actor.id, subjectId: subject.id, ipAddress: '203.0.113.7', requestId: 'r-1' }
    await happened(
      { type: 'password-reset', actorId: subject.id, subjectId: subject.id },
      { type: 'role-changed', ...change, details: { old: 'admin', new: 'user' } },
    )
    const [changed, reset] = await listed()
    expect(changed).toEqual({
      type: 'role-changed',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      actor: 'bench-one',
      subject: 'day-pack-22',
      details: { old: 'admin', new: 'user' },
      count: 1,
    })
    expect(reset).toMatchObject({ type: 'password-reset', subject: 'day-pack-22' })
    expect(JSON.stringify([changed, reset])).not.toMatch(/@|203\.0\.113|r-1/)
  })

  test('names products and agents, also deleted ones', async () => {
    const { itemId } = await aProduct(database.db, {
      name: 'Half-moon bag',
      position: null,
      deletedAt: new Date(),
    })
    const agent = await anAgent(database.db, { name: 'HooBuy', position: null, deletedAt: new Date() })
    await happened(
      { type: 'product-deleted', details: { product: `taobao/${itemId}` } },
      { type: 'agent-deleted', details: { agent: agent.id } },
    )
    expect(await listed()).toMatchObject([
      { type: 'agent-deleted', subject: 'HooBuy' },
      { type: 'product-deleted', subject: 'Half-moon bag' },
    ])
  })

  test('have no name for a deleted account or without an actor', async () => {
    const gone = '0198a000-0000-7000-8000-000000000001'
    await happened({ type: 'role-changed', actorId: gone, subjectId: gone }, { type: 'stopped' })
    expect(await listed()).toMatchObject([
      { type: 'stopped', actor: null, subject: null },
      { type: 'role-changed', actor: null, subject: null },
    ])
  })

  test('are one line with a count when equal ones follow each other', async () => {
    const [one, other] = await createTwoUsers(database.db)
    const failed = (subjectId?: string, ipAddress = '203.0.113.7') => ({
      type: 'login-failed',
      subjectId,
      ipAddress,
    })
    await happened(
      failed(one.id),
      failed(other.id),
      failed(),
      { type: 'password-reset', subjectId: one.id },
      failed(one.id),
      failed(one.id),
      failed(one.id, '203.0.113.8'),
      { type: 'password-reset', subjectId: one.id },
      { type: 'password-reset', subjectId: other.id },
    )
    expect(await lines()).toEqual([
      '1 password-reset',
      '1 password-reset',
      '1 login-failed',
      '2 login-failed',
      '1 password-reset',
      '3 login-failed',
    ])
    const subjects = (await listed()).map(({ subject }) => subject)
    expect(subjects).toEqual(['day-pack-22', 'bench-one', 'bench-one', 'bench-one', 'bench-one', null])
  })

  test('exclude routine events and those older than seven days', async () => {
    await happened(
      { type: 'breaker-opened', createdAt: new Date(Date.now() - 7 * DAY_MS - 1000) },
      {
        type: 'breaker-opened',
        details: { source: 'qc' },
        createdAt: new Date(Date.now() - 7 * DAY_MS + 60_000),
      },
      { type: 'login' },
      { type: 'logout' },
      { type: 'account-created' },
      { type: 'email-verified' },
    )
    expect(await listed()).toMatchObject([{ type: 'breaker-opened', details: { source: 'qc' } }])
  })

  test('include denied calls of users at once, and of visitors from ten on', async () => {
    const { id } = await aUser(database.db)
    const denied = (count: number, actorId?: string) => ({
      type: 'access-denied',
      actorId,
      network: `203.0.113.${count}`,
      count,
    })
    await happened(denied(9), denied(10), denied(1, id))
    expect(await lines()).toEqual(['1 access-denied', '10 access-denied'])
  })

  test('are limited to 20 lines', async () => {
    await happened(...Array.from({ length: 50 }, (_, n) => ({ details: { n: String(n) } })))
    const all = await listed()
    expect(all).toHaveLength(20)
    expect([all[0]?.details, all[19]?.details]).toEqual([{ n: '49' }, { n: '30' }])
  })

  test('counts at most the newest 5,000 in a flood', async () => {
    const flood = Array.from({ length: 6000 }, () => ({ type: 'limit-hit', ipAddress: '203.0.113.7' }))
    await happened(...flood)
    expect(await lines()).toEqual(['5000 limit-hit'])
  })

  test('sum hourly counts per network', async () => {
    const hit = (hour: string, network: string, count: number) => ({
      type: 'limit-hit',
      details: { rule: 'login' },
      network,
      count,
      hour: new Date(`2026-11-21T${hour}:00:00Z`),
    })
    await happened(hit('10', '203.0.113.7', 40), hit('11', '203.0.113.7', 60), hit('11', '203.0.113.8', 5))
    expect(await lines()).toEqual(['5 limit-hit', '100 limit-hit'])
  })

  test('reserve lines for events that only admins and the site can cause', async () => {
    const denied = (n: number) => ({
      type: 'access-denied',
      details: { call: n % 2 ? 'overview' : 'getAllUser' },
      count: 10,
    })
    await happened(
      { type: 'role-changed', details: { old: 'user', new: 'admin' } },
      ...Array.from({ length: 30 }, (_, n) => denied(n)),
    )
    expect(await lines()).toEqual([...Array.from({ length: 10 }, () => '10 access-denied'), '1 role-changed'])
    await happened(...Array.from({ length: 5100 }, () => ({ type: 'limit-hit', ipAddress: '203.0.113.7' })))
    expect((await lines()).at(-1)).toBe('1 role-changed')
  })

  test('includes what admins write', async () => {
    const { id } = await aProduct(database.db, { name: 'Canvas tote' })
    await app().send(`/api/v1/products/setOrRemoveProductOnTend?product_id=${id}&status=true`, {
      method: 'PATCH',
      headers: admin,
    })
    expect(await listed()).toMatchObject([
      { type: 'product-trend-changed', actor: 'Mat Ruler', subject: 'Canvas tote' },
    ])
  })
})

async function createTwoUsers(db: Database['db']) {
  return [await aUser(db, { name: 'bench-one' }), await aUser(db, { name: 'day-pack-22' })] as const
}
