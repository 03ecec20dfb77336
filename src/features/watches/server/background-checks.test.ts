import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { itemPrices, productInfos, qcSnapshots, watches } from '#db/schema.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { HOUR_MS } from '#shared/time.ts'
import { startSimulator } from '#simulator/simulate.ts'
import { aUser } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createInfo, watchedItem } from '#test/fixtures/watch-fixture.ts'
import { createBackgroundChecks } from './background-checks.ts'

const simulator = await startSimulator({ port: 0 })
afterEach(() => simulator.setFault('all', 'none'))
afterAll(() => simulator.close())

describe('background checks of watched items', () => {
  const database = useDatabase()

  async function watchItems(items: ItemKey[], fields: Partial<typeof watches.$inferInsert> = {}, user = {}) {
    const { id: userId } = await aUser(database.db, user)
    await database.db
      .insert(watches)
      .values(items.map((item) => ({ ...item, belowFen: 20_000, ...fields, userId })))
  }
  const store = (item: ItemKey, source: string, ageMs: number) =>
    database.db
      .insert(productInfos)
      .values({ ...item, info: createInfo(), source, fetchedAt: new Date(Date.now() - ageMs) })
  const items = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => ({ shopType: 'taobao', itemId: String(1000 + index) }) as const,
    )

  /** The checks with simulated sources, and a clock that the test sets. */
  function createChecks({ state = 'known', photos = [] as unknown } = {}) {
    const time = { now: Date.now() }
    const infoItems: string[] = []
    const photoItems: string[] = []
    const sources = { state, photos }
    const log = { warn: vi.fn() }
    const background = createBackgroundChecks({
      db: database.db,
      findInfo: async ({ itemId }) => {
        infoItems.push(itemId)
        return { state: sources.state }
      },
      findPhotos: async ({ itemId }) => {
        photoItems.push(itemId)
        return sources.photos
      },
      log,
      clock: () => time.now,
    })
    onTestFinished(() => background.close())
    const run = async () => {
      background.begin()
      await background.settled()
    }
    return { run, infoItems, photoItems, sources, time, log, background }
  }

  test('checks items whose last observation is 6 hours old, the oldest first, each once', async () => {
    const [unchecked, old, older, fresh, listed, priced] = items(6)
    const all = [unchecked, old, older, fresh, listed, priced].filter((item) => item !== undefined)
    await watchItems(all)
    await watchItems(all)
    const ages = [
      [old, 'storefront', 6 * HOUR_MS],
      [older, 'storefront', 9 * HOUR_MS],
      [fresh, 'storefront', 5 * HOUR_MS],
      [listed, 'catalogue', 99 * HOUR_MS],
    ] as const
    for (const [item, source, age] of ages) if (item) await store(item, source, age)
    if (priced) {
      const seen = new Date(Date.now() - HOUR_MS)
      const span = { priceFen: 1, source: 'storefront', firstSeen: seen, lastSeen: seen }
      await database.db.insert(itemPrices).values({ ...priced, ...span })
    }
    const { run, infoItems } = createChecks()
    await run()
    expect(infoItems).toEqual(['1000', '1002', '1001'])
    await run()
    expect(infoItems).toHaveLength(3)
  })

  test('checks at most 200 items per run, and each again after 6 hours', async () => {
    await watchItems(items(230))
    const { run, infoItems, time } = createChecks()
    await run()
    expect(infoItems).toHaveLength(200)
    await run()
    expect(new Set(infoItems).size).toBe(230)
    time.now += 6 * HOUR_MS + 1
    await run()
    expect(infoItems).toHaveLength(430)
  })

  test('skips items that only blocked or unverified users watch', async () => {
    await watchItems(items(1), {}, { status: 'blocked' })
    await watchItems(items(1), {}, { verifiedAt: null })
    const { run, infoItems } = createChecks()
    await run()
    expect(infoItems).toEqual([])
  })

  test('ends the run after three failures of a source, and continues at the next run', async () => {
    await watchItems(items(10))
    const { run, infoItems, sources } = createChecks({ state: 'unavailable' })
    await run()
    expect(infoItems).toHaveLength(3)
    sources.state = 'not-found'
    await run()
    expect(new Set(infoItems).size).toBe(10)
  })

  test('logs an error and continues with the next item', async () => {
    await watchItems(items(2))
    const { background, log } = createChecks()
    await background.close()
    const broken = createBackgroundChecks({
      db: database.db,
      findInfo: () => Promise.reject(new Error('no')),
      findPhotos: async () => [],
      log,
    })
    broken.begin()
    await broken.settled()
    expect(log.warn).toHaveBeenCalledTimes(2)
  })

  test('asks for photos of items with a photo alert, once a day', async () => {
    const [first, second, fetched] = items(3)
    const withPhotoAlert = [first, second, fetched].filter((item) => item !== undefined)
    await watchItems(withPhotoAlert, { newPhotos: true })
    await watchItems([watchedItem])
    if (fetched) await database.db.insert(qcSnapshots).values({ ...fetched, source: 'qc', photos: [] })
    const stage = createChecks()
    await stage.run()
    expect(stage.photoItems).toEqual(['1000', '1001'])
    stage.time.now += 23 * HOUR_MS
    await stage.run()
    expect(stage.photoItems).toHaveLength(2)
    stage.time.now += 2 * HOUR_MS
    await stage.run()
    expect(stage.photoItems).toHaveLength(5)
  })

  describe('background checks of the app', () => {
    const app = useApp(database, { env: { PRODUCT_INFO_URL: `${simulator.url}/product-info` } })

    test('observe an item that no one visits, and notify users who watch its price', async () => {
      const { id: userId } = await aUser(database.db)
      await database.db.insert(watches).values({ ...watchedItem, userId, belowFen: 999_900 })
      const calls = simulator.calls('product-info')
      await app().features.watches.checkDue()
      await app().features.watches.settled()
      expect(simulator.calls('product-info') - calls).toBe(1)
      expect(await app().features.watches.service.notices(userId)).toMatchObject([{ kind: 'price' }])
      expect(await database.db.select().from(itemPrices)).toMatchObject([
        { ...watchedItem, source: 'storefront' },
      ])
    })
  })
})
