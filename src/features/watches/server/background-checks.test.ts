import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { itemPrices, productInfos, qcSnapshots, watches } from '#db/schema.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { HOUR_MS } from '#shared/time.ts'
import { startSimulator } from '#simulator/simulate.ts'
import { aUser } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'
import { createInfo, watchedItem } from '#test/fixtures/watch-fixture.ts'
import { createBackgroundChecks } from './background-checks.ts'

const simulator = await startSimulator({ port: 0 })
afterEach(() => simulator.setFault('all', 'none'))
afterAll(() => simulator.close())

describe.each(modes)('looking at what is watched on %s', (mode) => {
  const database = useDatabase(mode)

  async function watching(items: ItemKey[], given: Partial<typeof watches.$inferInsert> = {}, who = {}) {
    const { id: userId } = await aUser(database.db, who)
    await database.db
      .insert(watches)
      .values(items.map((item) => ({ ...item, belowFen: 20_000, ...given, userId })))
  }
  const store = (item: ItemKey, source: string, ageMs: number) =>
    database.db
      .insert(productInfos)
      .values({ ...item, info: createInfo(), source, fetchedAt: new Date(Date.now() - ageMs) })
  const items = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ shopType: 'taobao', itemId: String(1000 + at) }) as const)

  /** The task with sources of the test's, and a clock that it turns. */
  function aStage({ state = 'known', photos = [] as unknown } = {}) {
    const time = { now: Date.now() }
    const looked: string[] = []
    const asked: string[] = []
    const outside = { state, photos }
    const log = { warn: vi.fn() }
    const background = createBackgroundChecks({
      db: database.db,
      findInfo: async ({ itemId }) => {
        looked.push(itemId)
        return { state: outside.state }
      },
      findPhotos: async ({ itemId }) => {
        asked.push(itemId)
        return outside.photos
      },
      log,
      clock: () => time.now,
    })
    onTestFinished(() => background.close())
    const run = async () => {
      background.begin()
      await background.settled()
    }
    return { run, looked, asked, outside, time, log, background }
  }

  test('those that were not seen for 6 hours, the oldest first, each once', async () => {
    const [never, old, older, fresh, ours, priced] = items(6)
    const all = [never, old, older, fresh, ours, priced].filter((item) => item !== undefined)
    await watching(all)
    await watching(all)
    const ages = [
      [old, 'storefront', 6 * HOUR_MS],
      [older, 'storefront', 9 * HOUR_MS],
      [fresh, 'storefront', 5 * HOUR_MS],
      [ours, 'catalogue', 99 * HOUR_MS],
    ] as const
    for (const [item, source, age] of ages) if (item) await store(item, source, age)
    if (priced) {
      const seen = new Date(Date.now() - HOUR_MS)
      const span = { priceFen: 1, source: 'storefront', firstSeen: seen, lastSeen: seen }
      await database.db.insert(itemPrices).values({ ...priced, ...span })
    }
    const { run, looked } = aStage()
    await run()
    expect(looked).toEqual(['1000', '1002', '1001'])
    await run()
    expect(looked).toHaveLength(3)
  })

  test('again after 6 hours, and no more than 200 in an hour', async () => {
    await watching(items(230))
    const { run, looked, time } = aStage()
    await run()
    expect(looked).toHaveLength(200)
    await run()
    expect(new Set(looked).size).toBe(230)
    time.now += 6 * HOUR_MS + 1
    await run()
    expect(looked).toHaveLength(430)
  })

  test('not on behalf of whom nothing is told', async () => {
    await watching(items(1), {}, { status: 'blocked' })
    await watching(items(1), {}, { verifiedAt: null })
    const { run, looked } = aStage()
    await run()
    expect(looked).toEqual([])
  })

  test('a source that fails is left alone until the next hour', async () => {
    await watching(items(10))
    const { run, looked, outside } = aStage({ state: 'unavailable' })
    await run()
    expect(looked).toHaveLength(3)
    outside.state = 'not-found'
    await run()
    expect(new Set(looked).size).toBe(10)
  })

  test('one that breaks is told of in the log and holds up no other', async () => {
    await watching(items(2))
    const { background, log } = aStage()
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

  test('asks for photos of items with a photo watch, once a day', async () => {
    const [one, other, asked] = items(3)
    const wanted = [one, other, asked].filter((item) => item !== undefined)
    await watching(wanted, { newPhotos: true })
    await watching([watchedItem])
    if (asked) await database.db.insert(qcSnapshots).values({ ...asked, source: 'qc', photos: [] })
    const stage = aStage()
    await stage.run()
    expect(stage.asked).toEqual(['1000', '1001'])
    stage.time.now += 23 * HOUR_MS
    await stage.run()
    expect(stage.asked).toHaveLength(2)
    stage.time.now += 2 * HOUR_MS
    await stage.run()
    expect(stage.asked).toHaveLength(5)
  })

  describe('by the product', () => {
    const app = useApp(database, { env: { PRODUCT_INFO_URL: `${simulator.url}/product-info` } })

    test('observes an unvisited item, and notifies those who watch its price', async () => {
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
