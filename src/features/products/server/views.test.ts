import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { products, productViews } from '#db/schema.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { aProduct } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { createViewCounter, type ViewCounter } from './views.ts'

const visitor = {
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 Browser 1',
  isPrefetch: false,
  wantsNoTracking: false,
}
const halfAnHour = 30 * MINUTE_MS

describe('counting views', () => {
  const database = useDatabase()
  const warn = vi.fn()
  let clock = Date.parse('2026-11-21T12:00:00Z')
  let opened: ViewCounter[] = []

  function aCounter(options: { maxCachedVisits?: number } = {}): ViewCounter {
    const counter = createViewCounter({ db: database.db, warn, now: () => clock, ...options })
    opened.push(counter)
    return counter
  }
  async function readViews(id: string): Promise<number | undefined> {
    const [row] = await database.db.select().from(products).where(eq(products.id, id))
    return row?.totalView
  }
  afterEach(async () => {
    await Promise.all(opened.map((counter) => counter.close()))
    opened = []
    warn.mockClear()
  })

  test('counts a visitor once per product in half an hour', async () => {
    const [first, second] = [await aProduct(database.db), await aProduct(database.db, { totalView: 5 })]
    const views = aCounter()
    for (let visit = 0; visit < 3; visit += 1) {
      views.count(first.id, visitor)
      views.count(second.id, visitor)
    }
    clock += halfAnHour - 1
    views.count(first.id, visitor)
    await views.flush()
    expect([await readViews(first.id), await readViews(second.id)]).toEqual([1, 6])
    clock += 1
    views.count(first.id, visitor)
    await views.flush()
    expect(await readViews(first.id)).toBe(2)
  })

  test('stores the views per UTC day too', async () => {
    const { id } = await aProduct(database.db)
    const views = aCounter()
    clock = Date.parse('2026-11-21T23:59:59Z')
    views.count(id, visitor)
    views.count(id, { ...visitor, userAgent: 'Mozilla/5.0 Browser 2' })
    clock += 1000
    views.count(id, { ...visitor, userAgent: 'Mozilla/5.0 Browser 3' })
    await views.flush()
    views.count(id, { ...visitor, userAgent: 'Mozilla/5.0 Browser 4' })
    await views.flush()
    const days = await database.db.select().from(productViews).orderBy(productViews.day)
    expect(days).toEqual([
      { productId: id, day: '2026-11-21', views: 2 },
      { productId: id, day: '2026-11-22', views: 2 },
    ])
    expect(await readViews(id)).toBe(4)
  })

  test('distinguishes visitors by IP address and by browser', async () => {
    const { id } = await aProduct(database.db)
    const views = aCounter()
    views.count(id, visitor)
    views.count(id, { ...visitor, userAgent: 'Mozilla/5.0 Browser 2' })
    views.count(id, { ...visitor, address: '203.0.113.8' })
    await views.flush()
    expect(await readViews(id)).toBe(3)
  })

  test('counts at most twenty visitors per network and product in half an hour', async () => {
    const [first, second] = [await aProduct(database.db), await aProduct(database.db)]
    const views = aCounter()
    for (let index = 0; index < 1_000; index += 1)
      views.count(first.id, {
        ...visitor,
        address: `2001:db8::${index}`,
        userAgent: `Mozilla/5.0 Browser ${index}`,
      })
    views.count(second.id, { ...visitor, address: '2001:db8::1' })
    views.count(first.id, visitor)
    await views.flush()
    expect([await readViews(first.id), await readViews(second.id)]).toEqual([21, 1])
    clock += halfAnHour + 1
    views.count(first.id, { ...visitor, address: '2001:db8::1' })
    await views.flush()
    expect(await readViews(first.id)).toBe(22)
  })

  test('does not count prefetches and our own rendering', async () => {
    const { id } = await aProduct(database.db)
    const views = aCounter()
    views.count(id, { ...visitor, isPrefetch: true })
    views.count(id, { ...visitor, address: '' })
    await views.flush()
    expect(await readViews(id)).toBe(0)
  })

  test('counts programs and visitors who opt out in the total only, and other visitors by day too', async () => {
    const { id } = await aProduct(database.db)
    const views = aCounter()
    views.count(id, visitor)
    views.count(id, { ...visitor, wantsNoTracking: true, address: '203.0.113.8' })
    for (const userAgent of ['', 'curl/8.14.1', 'Mozilla/5.0 (compatible; Googlebot/2.1)'])
      views.count(id, { ...visitor, userAgent })
    await views.flush()
    expect(await readViews(id)).toBe(5)
    expect(await database.db.select().from(productViews)).toMatchObject([{ views: 1 }])
  })

  test('stores views only when it is flushed or closed', async () => {
    const { id } = await aProduct(database.db)
    const views = aCounter()
    views.count(id, visitor)
    expect(await readViews(id)).toBe(0)
    await views.close()
    expect(await readViews(id)).toBe(1)
  })

  test('keeps views that could not be stored for the next flush', async () => {
    const { id } = await aProduct(database.db)
    const views = aCounter()
    views.count(id, visitor)
    await database.db.execute(sql`alter table products rename to products_away`)
    await views.flush()
    await database.db.execute(sql`alter table products_away rename to products`)
    expect(warn).toHaveBeenCalledOnce()
    views.count(id, { ...visitor, userAgent: 'Mozilla/5.0 Browser 2' })
    await views.flush()
    expect(await readViews(id)).toBe(2)
  })

  test('caches a limited number of visits, the newest', async () => {
    const { id } = await aProduct(database.db)
    const views = aCounter({ maxCachedVisits: 100 })
    const createVisitor = (n: number) => ({ ...visitor, address: `198.51.${n >> 8}.${n & 255}` })
    for (let n = 0; n < 1000; n += 1) views.count(id, createVisitor(n))
    expect(views.countCached()).toBe(100)
    views.count(id, createVisitor(999))
    await views.flush()
    expect(await readViews(id)).toBe(1000)
  })

  test('evicts visits after their time', () => {
    const views = aCounter()
    views.count('0198a000-0000-7000-8000-000000000001', visitor)
    clock += halfAnHour
    views.count('0198a000-0000-7000-8000-000000000002', visitor)
    expect(views.countCached()).toBe(1)
  })

  test('stores the views of other products when a product was deleted permanently', async () => {
    const [deleted, remaining] = [await aProduct(database.db), await aProduct(database.db)]
    const views = aCounter()
    views.count(deleted.id, visitor)
    await views.flush()
    views.count(deleted.id, { ...visitor, userAgent: 'Mozilla/5.0 Browser 2' })
    views.count(remaining.id, visitor)
    await database.db.delete(products).where(eq(products.id, deleted.id))
    await views.flush()
    expect(warn).not.toHaveBeenCalled()
    expect(await readViews(remaining.id)).toBe(1)
    expect(await database.db.select().from(productViews)).toMatchObject([
      { productId: remaining.id, views: 1 },
    ])
  })
})
