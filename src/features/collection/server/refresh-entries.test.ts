import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { collectionEntries, productInfos } from '#db/schema.ts'
import type { ProductInfo } from '#features/products/contract.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { getAskers, runForAskers } from '#shared/server/access/askers.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { startSimulator } from '#simulator/simulate.ts'
import { aSession, aUser } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'
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

describe.each(modes)('looking after what is kept, on %s', (mode) => {
  const database = useDatabase(mode)
  const entries = () => database.db.select().from(collectionEntries)
  const store = (source = 'storefront', ageMs = 0) =>
    database.db
      .insert(productInfos)
      .values({ ...item, info, source, fetchedAt: new Date(Date.now() - ageMs) })

  async function keeper(items: ItemKey[], given: Partial<typeof collectionEntries.$inferInsert> = {}) {
    const user = await aUser(database.db)
    await database.db
      .insert(collectionEntries)
      .values(items.map((key) => ({ ...key, ...given, userId: user.id })))
    return user
  }
  const someItems = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ shopType: 'weidian', itemId: String(100 + at) }) as const)

  describe('by hand', () => {
    /** A collection whose source is `findInfo`, and a clock that the test turns. */
    function aStage(findInfo: (key: ItemKey) => Promise<unknown>) {
      const time = { now: Date.now() }
      const log = { warn: vi.fn() }
      const refresh = createEntryRefresher({ db: database.db, findInfo, log, clock: () => time.now })
      onTestFinished(() => refresh.close())
      const pictures = { toImageUrl: (source: string) => source }
      const { view } = createCollectionService({ db: database.db, pictures, refresh: refresh.add })
      return { refresh, view, log, time }
    }

    test('asks for the site, not for the network of who looks', async () => {
      const user = await keeper([item])
      const asked: string[] = []
      const { view } = aStage(async () => asked.push(...getAskers()()))
      await runForAskers(
        () => ['192.0.2.1'],
        () => view(user.id),
      )
      await eventually(() => expect(asked).toEqual(['site']))
    })

    test('fetches unknown items, and those whose answer is six hours old', async () => {
      const asked: string[] = []
      const { id } = await keeper([item, ...someItems(2)])
      await store('storefront', 6 * HOUR_MS)
      const { view, refresh } = aStage(async ({ itemId }) => asked.push(itemId))
      await view(id)
      await refresh.close()
      expect(asked.toSorted()).toEqual(['100', '101', item.itemId])
    })

    test.each([
      ['what a source said lately', 'storefront', 6 * HOUR_MS - 60_000],
      ['the catalogue’s own word', 'catalogue', 400 * DAY_MS],
    ])('does not ask for %s', async (_what, source, age) => {
      const findInfo = vi.fn(async () => {})
      const { id } = await keeper([item])
      await store(source, age)
      const { view, refresh } = aStage(findInfo)
      await view(id)
      await refresh.close()
      expect(findInfo).not.toHaveBeenCalled()
    })

    test('fetches an item once an hour, however many members saved it', async () => {
      const findInfo = vi.fn(async () => {})
      const [one, other] = [await keeper([item]), await keeper([item])]
      const { view, refresh, time } = aStage(findInfo)
      await Promise.all([view(one.id), view(other.id)])
      time.now += HOUR_MS - 1
      await view(one.id)
      expect(findInfo).toHaveBeenCalledTimes(1)
      time.now += 2
      await view(other.id)
      await refresh.close()
      expect(findInfo).toHaveBeenCalledTimes(2)
    })

    test('asks for eight at a time, until all have had their turn', async () => {
      const open: (() => void)[] = []
      const findInfo = vi.fn(() => new Promise<void>((resolve) => open.push(resolve)))
      const { id } = await keeper(someItems(20))
      const { view } = aStage(findInfo)
      await view(id)
      expect(findInfo).toHaveBeenCalledTimes(8)
      for (let over = 1; over <= 12; over += 1) {
        open.shift()?.()
        await eventually(() => expect(findInfo).toHaveBeenCalledTimes(8 + over))
        expect(open).toHaveLength(8)
      }
      for (const end of open) end()
    })

    test('goes on when one fails, and says so in the log alone', async () => {
      const findInfo = vi.fn(async ({ itemId }: ItemKey) => {
        if (itemId === '103') throw new Error('The source is down.')
      })
      const { id } = await keeper(someItems(12))
      const { view, log } = aStage(findInfo)
      expect((await view(id)).items).toHaveLength(12)
      await eventually(() => expect(findInfo).toHaveBeenCalledTimes(12))
      expect(log.warn.mock.calls).toMatchObject([[{ itemId: '103' }, 'a saved item could not be refreshed']])
    })

    test('begins nothing after the end, which waits for what was begun', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const findInfo = vi.fn(() => promise)
      const { id } = await keeper(someItems(20))
      const { view, refresh } = aStage(findInfo)
      await view(id)
      const closing = refresh.close().then(() => 'closed')
      expect(await Promise.race([closing, view(id).then(() => 'open')])).toBe('open')
      resolve()
      expect(await closing).toBe('closed')
      expect(findInfo).toHaveBeenCalledTimes(8)
    })

    test('fills a missing snapshot as soon as data is stored, without asking a source', async () => {
      const findInfo = vi.fn(async () => {})
      const { id } = await keeper([item])
      await keeper([item], { title: 'As it was', priceMinor: 1000, image: 'demo/old.webp' })
      await store()
      const { view, refresh } = aStage(findInfo)
      const known = { title: 'Known before', price: 12.5, imgList: ['demo/tee/shop-1.webp'], priceNow: 12.5 }
      expect((await view(id)).items).toMatchObject([known])
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

    test('an unknown item is shown at once as it is, and later as the source describes it', async () => {
      const me = await keeper([item])
      expect(await view(me)).toMatchObject([{ title: null, price: null, imgList: [], priceNow: null }])
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

    test('a source that fails changes nothing of what is shown', async () => {
      simulator.setFault('product-info', 'error')
      const asked = simulator.calls('product-info')
      const given = { title: 'As it was', priceMinor: 1000 }
      const me = await keeper([{ ...item, itemId: '77' }], given)
      const shown = [{ title: 'As it was', price: 10, priceNow: null }]
      expect(await view(me)).toMatchObject(shown)
      await eventually(() => expect(simulator.calls('product-info')).toBeGreaterThan(asked))
      expect(await view(me)).toMatchObject(shown)
    })
  })
})
