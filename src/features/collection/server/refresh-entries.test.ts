import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { collectionEntries, productInfos } from '#db/schema.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { getRequesters, runForRequesters } from '#shared/server/access/requesters.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { startSimulator } from '#simulator/simulate.ts'
import { aSession, aUser } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { createEntryRefresher } from './refresh-entries.ts'
import { createCollectionService } from './service.ts'

const simulator = await startSimulator({ port: 0 })
afterEach(() => simulator.setFault('all', 'none'))
afterAll(() => simulator.close())

const item = { shopType: 'taobao', itemId: '652874751412' } as const
const info: ProductInfo = {
  title: 'Known before',
  titleOriginal: '',
  price: 12.5,
  currency: 'CNY',
  imgList: ['demo/tee/shop-1.webp'],
  skus: [],
  productAttr: [],
  propsTrans: {},
}

describe('refreshing saved items', () => {
  const database = useDatabase()
  const entries = () => database.db.select().from(collectionEntries)
  const store = (source = 'storefront', ageMs = 0) =>
    database.db
      .insert(productInfos)
      .values({ ...item, info, source, fetchedAt: new Date(Date.now() - ageMs) })

  async function createOwner(items: ItemKey[], fields: Partial<typeof collectionEntries.$inferInsert> = {}) {
    const user = await aUser(database.db)
    await database.db
      .insert(collectionEntries)
      .values(items.map((key) => ({ ...key, ...fields, userId: user.id })))
    return user
  }
  const someItems = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => ({ shopType: 'weidian', itemId: String(100 + index) }) as const,
    )

  describe('with a simulated source', () => {
    /** A collection whose source is `findInfo`, with a clock that the test sets. */
    function createRefresh(findInfo: (key: ItemKey) => Promise<unknown>) {
      const time = { now: Date.now() }
      const log = { warn: vi.fn() }
      const refresh = createEntryRefresher({ db: database.db, findInfo, log, clock: () => time.now })
      onTestFinished(() => refresh.close())
      const pictures = { toImageUrl: (source: string) => source }
      const { view } = createCollectionService({
        db: database.db,
        pictures,
        hasSource: () => true,
        refresh: refresh.add,
      })
      return { refresh, view, log, time }
    }

    test('counts lookups for the site, not for the viewer’s network', async () => {
      const user = await createOwner([item])
      const requesters: string[] = []
      const { view } = createRefresh(async () => requesters.push(...getRequesters()()))
      await runForRequesters(
        () => ['192.0.2.1'],
        () => view(user.id),
      )
      await eventually(() => expect(requesters).toEqual(['site']))
    })

    test('fetches unknown items, and those whose data is six hours old', async () => {
      const fetchedIds: string[] = []
      const { id } = await createOwner([item, ...someItems(2)])
      await store('storefront', 6 * HOUR_MS)
      const { view, refresh } = createRefresh(async ({ itemId }) => fetchedIds.push(itemId))
      await view(id)
      await refresh.close()
      expect(fetchedIds.toSorted()).toEqual(['100', '101', item.itemId])
    })

    test.each([
      ['fresh data of a source', 'storefront', 6 * HOUR_MS - 60_000],
      ['data of the catalogue', 'catalogue', 400 * DAY_MS],
    ])('does not fetch an item with %s', async (_what, source, age) => {
      const findInfo = vi.fn(async () => {})
      const { id } = await createOwner([item])
      await store(source, age)
      const { view, refresh } = createRefresh(findInfo)
      await view(id)
      await refresh.close()
      expect(findInfo).not.toHaveBeenCalled()
    })

    test('fetches an item once an hour, however many members saved it', async () => {
      const findInfo = vi.fn(async () => {})
      const [first, second] = [await createOwner([item]), await createOwner([item])]
      const { view, refresh, time } = createRefresh(findInfo)
      await Promise.all([view(first.id), view(second.id)])
      time.now += HOUR_MS - 1
      await view(first.id)
      expect(findInfo).toHaveBeenCalledTimes(1)
      time.now += 2
      await view(second.id)
      await refresh.close()
      expect(findInfo).toHaveBeenCalledTimes(2)
    })

    test('fetches eight items at a time, until all are fetched', async () => {
      const pendingFetches: (() => void)[] = []
      const findInfo = vi.fn(() => new Promise<void>((resolve) => pendingFetches.push(resolve)))
      const { id } = await createOwner(someItems(20))
      const { view } = createRefresh(findInfo)
      await view(id)
      expect(findInfo).toHaveBeenCalledTimes(8)
      for (let finished = 1; finished <= 12; finished += 1) {
        pendingFetches.shift()?.()
        await eventually(() => expect(findInfo).toHaveBeenCalledTimes(8 + finished))
        expect(pendingFetches).toHaveLength(8)
      }
      for (const finish of pendingFetches) finish()
    })

    test('continues when one item fails, and only logs the error', async () => {
      const findInfo = vi.fn(async ({ itemId }: ItemKey) => {
        if (itemId === '103') throw new Error('The source is down.')
      })
      const { id } = await createOwner(someItems(12))
      const { view, log } = createRefresh(findInfo)
      expect((await view(id)).items).toHaveLength(12)
      await eventually(() => expect(findInfo).toHaveBeenCalledTimes(12))
      expect(log.warn.mock.calls).toMatchObject([
        [
          { itemId: '103' },
          'A saved item could not be refreshed. A later view of the collection tries again.',
        ],
      ])
    })

    test('close starts no more fetches and waits for the running ones', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const findInfo = vi.fn(() => promise)
      const { id } = await createOwner(someItems(20))
      const { view, refresh } = createRefresh(findInfo)
      await view(id)
      const closing = refresh.close().then(() => 'closed')
      expect(await Promise.race([closing, view(id).then(() => 'open')])).toBe('open')
      resolve()
      expect(await closing).toBe('closed')
      expect(findInfo).toHaveBeenCalledTimes(8)
    })

    test('fills a missing snapshot as soon as data is stored, without asking a source', async () => {
      const findInfo = vi.fn(async () => {})
      const { id } = await createOwner([item])
      await createOwner([item], { title: 'As it was', priceMinor: 1000, image: 'demo/old.webp' })
      await store()
      const { view, refresh } = createRefresh(findInfo)
      const expected = {
        title: 'Known before',
        price: 12.5,
        imgList: ['demo/tee/shop-1.webp'],
        priceNow: 12.5,
      }
      expect((await view(id)).items).toMatchObject([expected])
      await refresh.close()
      expect(findInfo).not.toHaveBeenCalled()
      expect((await entries()).toSorted((a, b) => Number(a.priceMinor) - Number(b.priceMinor))).toMatchObject(
        [
          { title: 'As it was', priceMinor: 1000, image: 'demo/old.webp' },
          { title: 'Known before', priceMinor: 1250, image: 'demo/tee/shop-1.webp' },
        ],
      )
    })
  })

  describe('over HTTP', () => {
    const app = useApp(database, {
      env: { PRODUCT_INFO_URL: `${simulator.url}/product-info`, IMAGE_HOSTS: simulator.url },
    })

    async function view(by: { id: string }) {
      const { token } = await aSession(database.db, by)
      const { body } = await app().get('/users/viewCollection', { authorization: token })
      return Object(body).productCollection
    }

    test('an unknown item is listed at once without details, and later with those of the source', async () => {
      const me = await createOwner([item])
      expect(await view(me)).toMatchObject([
        { title: null, price: null, imgList: [], priceNow: null, hasSource: true },
      ])
      await eventually(async () =>
        expect(await entries()).toMatchObject([{ title: 'Simulated T-shirt 652874751412' }]),
      )
      expect(await view(me)).toMatchObject([
        {
          title: 'Simulated T-shirt 652874751412',
          price: expect.any(Number),
          imgList: [expect.stringMatching(/^\/img\//)],
        },
      ])
    })

    test('a failing source does not change the listed entry', async () => {
      simulator.setFault('product-info', 'error')
      const previousCalls = simulator.calls('product-info')
      const fields = { title: 'As it was', priceMinor: 1000 }
      const me = await createOwner([{ ...item, itemId: '77' }], fields)
      const expectedEntries = [{ title: 'As it was', price: 10, priceNow: null }]
      expect(await view(me)).toMatchObject(expectedEntries)
      await eventually(() => expect(simulator.calls('product-info')).toBeGreaterThan(previousCalls))
      expect(await view(me)).toMatchObject(expectedEntries)
    })
  })
})
