import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { collectionEntries, itemPrices, productInfos, watches, watchNotices } from '#db/schema.ts'
import { DAY_MS } from '#shared/time.ts'
import { aProduct, aQcPhoto, aQcSet, aReview, aUser } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { createInfo } from '#test/fixtures/watch-fixture.ts'
import { sweepInfos } from './info-sweep.ts'

const now = new Date('2026-11-22T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

describe('stored information of items without visits', () => {
  const database = useDatabase()
  const sweep = () => sweepInfos(database.db, now)

  async function anInfo(itemId: string, { days = 91, source = 'storefront' } = {}) {
    const key = { shopType: 'taobao' as const, itemId }
    await database.db
      .insert(productInfos)
      .values({ ...key, info: createInfo(), source, fetchedAt: daysAgo(days) })
    return key
  }
  const readItemIds = async () => {
    const rows = await database.db.select({ itemId: productInfos.itemId }).from(productInfos)
    return rows.map(({ itemId }) => itemId).toSorted()
  }

  test('is deleted after ninety days', async () => {
    for (const days of [0, 30, 89, 91, 400]) await anInfo(String(days), { days })
    await anInfo('ours', { source: 'catalogue' })
    expect(await sweep()).toBe(2)
    expect(await readItemIds()).toEqual(['0', '30', '89', 'ours'])
    expect(await sweep()).toBe(0)
  })

  test('is kept while the item is listed, collected, watched, reviewed, photographed or named in a notice', async () => {
    const { db } = database
    const { id: userId } = await aUser(db)
    await aProduct(db, await anInfo('listed'))
    await aProduct(db, { ...(await anInfo('deleted')), position: null, deletedAt: now })
    await db.insert(collectionEntries).values({ ...(await anInfo('referenced')), userId })
    await db.insert(watches).values({ ...(await anInfo('watched')), userId, newPhotos: true })
    await db.insert(watchNotices).values({ ...(await anInfo('noticed')), userId, kind: 'photos', value: 1 })
    await aReview(db, await anInfo('reviewed'))
    await aQcSet(db, await anInfo('photographed'))
    await aQcPhoto(db, await anInfo('photo'))
    await anInfo('unreferenced')
    await aProduct(db, { shopType: 'weidian', itemId: 'unreferenced' })
    const all = await readItemIds()
    expect(await sweep()).toBe(1)
    expect(await readItemIds()).toEqual(all.filter((itemId) => itemId !== 'unreferenced'))
  })

  test('is kept, with prices, for the newest 50,000 unreferenced items', async () => {
    const key = await anInfo('referenced', { days: 80 })
    const { id: userId } = await aUser(database.db)
    await database.db.insert(watches).values({ ...key, userId, newPhotos: true })
    await database.db.execute(sql`
      insert into product_infos (shop_type, item_id, info, source, fetched_at)
      select 'weidian', n, info, 'storefront', ${now.toISOString()}::timestamptz - n * interval '1 second'
      from product_infos, generate_series(1, 50003) n where item_id = 'referenced'`)
    await database.db.execute(sql`
      insert into item_prices (shop_type, item_id, first_seen, last_seen, price_fen, source)
      select shop_type, item_id, fetched_at, fetched_at, 900, source from product_infos`)
    expect(await sweep()).toBe(3)
    const rows = await readItemIds()
    expect(rows).toHaveLength(50_001)
    expect(rows).toContain('referenced')
    expect(rows.filter((itemId) => Number(itemId) > 50_000)).toEqual([])
    const prices = await database.db.select({ itemId: itemPrices.itemId }).from(itemPrices)
    expect(prices.map(({ itemId }) => itemId).toSorted()).toEqual(rows)
    expect(await sweep()).toBe(0)
  })

  test('is deleted in batches', async () => {
    const values = Array.from({ length: 1_100 }, (_, index) => ({
      shopType: 'taobao' as const,
      itemId: String(index),
      info: createInfo(),
      source: 'storefront',
      fetchedAt: daysAgo(100 + index),
    }))
    await database.db.insert(productInfos).values(values)
    expect([await sweep(), await sweep(), await sweep(), await sweep()]).toEqual([500, 500, 100, 0])
  })
})
