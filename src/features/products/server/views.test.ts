import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { products, productViews } from '#db/schema.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { aProduct } from '#support/factories.ts'
import { modes, useDatabase } from '#test/database.ts'
import { createViewCounter, type ViewCounter } from './views.ts'

const visitor = {
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 Browser 1',
  isPrefetch: false,
  wantsNoTracking: false,
}
const halfAnHour = 30 * MINUTE_MS

describe.each(modes)('counting views on %s', (mode) => {
  const database = useDatabase(mode)
  const warn = vi.fn()
  let clock = Date.parse('2026-11-21T12:00:00Z')
  let opened: ViewCounter[] = []

  function aCounter(options: { memory?: number } = {}): ViewCounter {
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
    const [one, other] = [await aProduct(database.db), await aProduct(database.db, { totalView: 5 })]
    const views = aCounter()
    for (let visit = 0; visit < 3; visit += 1) {
      views.count(one.id, visitor)
      views.count(other.id, visitor)
    }
    clock += halfAnHour - 1
    views.count(one.id, visitor)
    await views.flush()
    expect([await readViews(one.id), await readViews(other.id)]).toEqual([1, 6])
    clock += 1
    views.count(one.id, visitor)
    await views.flush()
    expect(await readViews(one.id)).toBe(2)
  })

  test('keeps the views of each day (UTC) too', async () => {
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

  test('tells visitors apart by address and by browser', async () => {
    const { id } = await aProduct(database.db)
    const views = aCounter()
    views.count(id, visitor)
    views.count(id, { ...visitor, userAgent: 'Mozilla/5.0 Browser 2' })
    views.count(id, { ...visitor, address: '203.0.113.8' })
    await views.flush()
    expect(await readViews(id)).toBe(3)
  })

  test('counts a network no more than twenty times per product in half an hour', async () => {
    const [one, other] = [await aProduct(database.db), await aProduct(database.db)]
    const views = aCounter()
    for (let at = 0; at < 1_000; at += 1)
      views.count(one.id, { ...visitor, address: `2001:db8::${at}`, userAgent: `Mozilla/5.0 Browser ${at}` })
    views.count(other.id, { ...visitor, address: '2001:db8::1' })
    views.count(one.id, visitor)
    await views.flush()
    expect([await readViews(one.id), await readViews(other.id)]).toEqual([21, 1])
    clock += halfAnHour + 1
    views.count(one.id, { ...visitor, address: '2001:db8::1' })
    await views.flush()
    expect(await readViews(one.id)).toBe(22)
  })

  test('counts no prefetch and no rendering of ours', async () => {
    const { id } = await aProduct(database.db)
    const views = aCounter()
    views.count(id, { ...visitor, isPrefetch: true })
    views.count(id, { ...visitor, address: '' })
    await views.flush()
    expect(await readViews(id)).toBe(0)
  })

  test('counts programs and visitors who opt out in the total, and people alone by day', async () => {
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

  test('writes nothing before it is flushed, and what is left when it closes', async () => {
    const { id } = await aProduct(database.db)
    const views = aCounter()
    views.count(id, visitor)
    expect(await readViews(id)).toBe(0)
    await views.close()
    expect(await readViews(id)).toBe(1)
  })

  test('keeps what could not be stored for the next time, without failing', async () => {
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

  test('remembers a bounded number of visits, the newest', async () => {
    const { id } = await aProduct(database.db)
    const views = aCounter({ memory: 100 })
    const the = (n: number) => ({ ...visitor, address: `198.51.${n >> 8}.${n & 255}` })
    for (let n = 0; n < 1000; n += 1) views.count(id, the(n))
    expect(views.remembered()).toBe(100)
    views.count(id, the(999))
    await views.flush()
    expect(await readViews(id)).toBe(1000)
  })

  test('forgets visits whose time is over', () => {
    const views = aCounter()
    views.count('0198a000-0000-7000-8000-000000000001', visitor)
    clock += halfAnHour
    views.count('0198a000-0000-7000-8000-000000000002', visitor)
    expect(views.remembered()).toBe(1)
  })

  test('stores the views of the others when a product is gone for good', async () => {
    const [gone, stays] = [await aProduct(database.db), await aProduct(database.db)]
    const views = aCounter()
    views.count(gone.id, visitor)
    await views.flush()
    views.count(gone.id, { ...visitor, userAgent: 'Mozilla/5.0 Browser 2' })
    views.count(stays.id, visitor)
    await database.db.delete(products).where(eq(products.id, gone.id))
    await views.flush()
    expect(warn).not.toHaveBeenCalled()
    expect(await readViews(stays.id)).toBe(1)
    expect(await database.db.select().from(productViews)).toMatchObject([{ productId: stays.id, views: 1 }])
  })
})
