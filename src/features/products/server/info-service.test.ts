import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { images, productInfos, products } from '#db/schema.ts'
import { createPictureService } from '#features/pictures/server/service.ts'
import { type Simulator, startSimulator } from '#main/simulate.ts'
import type { FaultName } from '#main/simulate-faults.ts'
import type { QueryKey } from '#shared/contract.ts'
import { createLocalInvalidation } from '#shared/server/invalidation.ts'
import { createOutbound } from '#shared/server/outbound.ts'
import type { ShopType } from '#shared/shops.ts'
import { modes, useDatabase } from '../../../test/database.ts'
import type { ProductInfo } from '../contract.ts'
import { createInfoService } from './info-service.ts'
import { createInfoSources } from './info-sources.ts'
import { writeInfo } from './info-store.ts'
import { previewBasesAt } from './link-preview.ts'

const hour = 3_600_000
const day = 24 * hour
const key = { shopType: 'taobao' as ShopType, itemId: '652874751412' }
const log = { warn: vi.fn(), error: vi.fn(), info: vi.fn() }
const folder = mkdtempSync(join(tmpdir(), 'info-'))

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ port: 0 })
})
afterAll(async () => {
  await simulator.close()
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  vi.useRealTimers()
  simulator.setFault('all', 'none')
})

const ours: ProductInfo = {
  title: 'Ours',
  titleOriginal: '我们的',
  price: 59,
  currency: 'CNY',
  imgList: ['demo/heavy-cotton-tee/shop-1.webp'],
  skus: [],
  productAttr: [],
  propsTrans: {},
}

describe.each(modes)('product information over the %s database', (mode) => {
  const database = useDatabase(mode)
  let now: number
  let asked: number
  let published: QueryKey[]
  beforeEach(() => {
    now = Date.parse('2026-11-21T12:00:00Z')
    asked = simulator.calls('product-info')
    published = []
    log.warn.mockClear()
    log.error.mockClear()
  })
  const calls = () => simulator.calls('product-info') - asked

  type Setting = { storefront?: boolean; linkPreview?: boolean; timeoutMs?: number; brokenPictures?: boolean }

  /** The service with real adapters, real pictures and the simulator as its outside. */
  function aService({
    storefront = true,
    linkPreview = false,
    timeoutMs = 8_000,
    brokenPictures,
  }: Setting = {}) {
    const { db } = database
    const invalidation = createLocalInvalidation()
    invalidation.subscribe((keys) => published.push(...keys))
    const outbound = createOutbound({ breakerResetMs: 1_000, publicUrl: 'http://localhost:3000', log })
    const imageHosts = ['alicdn.com', simulator.url]
    const deps = { db, secret: 'a secret', mediaDir: folder, dataDir: folder, imageHosts, outbound, log }
    const pictures = createPictureService(deps)
    const keep = brokenPictures ? () => Promise.reject(new Error('disk full')) : pictures.keep
    return createInfoService({
      db,
      sources: createInfoSources({
        outbound,
        productInfoUrl: storefront ? `${simulator.url}/product-info` : undefined,
        linkPreview,
        previewBases: previewBasesAt(simulator.url),
      }),
      pictures: { ...pictures, keep },
      invalidation,
      log,
      clock: () => now,
      timeoutMs,
    })
  }
  const store = (source: string, ageMs: number, info: ProductInfo = ours) =>
    database.db.insert(productInfos).values({ ...key, info, source, fetchedAt: new Date(now - ageMs) })
  const addProduct = () =>
    database.db.insert(products).values({
      ...key,
      name: 'In the list',
      priceFen: 12_950,
      thumbnail: 'demo/heavy-cotton-tee/shop-2.webp',
      position: 1,
    })
  const nothing = { productInfo: null, source: null, fetchedAt: null }

  test('the catalogue’s word is never old, and nobody else is asked', async () => {
    await store('catalogue', 400 * day)
    const service = aService()
    for (const forceReload of [false, true]) {
      const answer = await service.find(key, { forceReload })
      expect(answer).toMatchObject({
        state: 'known',
        source: 'catalogue',
        productInfo: { title: 'Ours', price: 59 },
      })
      expect(answer.productInfo?.imgList[0]).toMatch(/^\/img\/[\w-]{22}\/720\/[\w-]{22}\.webp$/)
    }
    expect(calls()).toBe(0)
  })

  test('an unknown item is asked for once, stored and published', async () => {
    const service = aService()
    const first = await service.find(key)
    expect(first).toMatchObject({
      state: 'known',
      source: 'storefront',
      fetchedAt: '2026-11-21T12:00:00.000Z',
      productInfo: { title: 'Simulated T-shirt 652874751412' },
    })
    expect(first.productInfo?.imgList).toHaveLength(5)
    for (const address of first.productInfo?.imgList ?? []) expect(address).toMatch(/^\/img\//)
    expect(published).toEqual([['productInfo', { shopType: 'taobao', productCode: '652874751412' }]])
    now += 6 * hour - 1
    expect(await service.find(key)).toEqual(first)
    expect(await aService().find(key)).toEqual(first)
    expect(calls()).toBe(1)
    const [row] = await database.db.select().from(productInfos)
    expect(row?.info.imgList[0]).toBe(`${simulator.url}/pictures/652874751412-1.png`)
    expect(await database.db.$count(images)).toBe(5)
  })

  test('after six hours it is asked for again, and only a change is published', async () => {
    const service = aService()
    const first = await service.find(key)
    now += 6 * hour
    const second = await service.find(key)
    expect([calls(), published.length]).toEqual([2, 1])
    expect(second).toEqual({ ...first, fetchedAt: '2026-11-21T18:00:00.000Z' })
    await database.db.update(productInfos).set({ info: ours })
    now += 6 * hour
    expect((await service.find(key)).productInfo?.title).toBe('Simulated T-shirt 652874751412')
    expect([calls(), published.length]).toEqual([3, 2])
  })

  test('an admin’s reload passes over the fresh answer', async () => {
    const service = aService()
    await service.find(key)
    await service.find(key, { forceReload: true })
    expect(calls()).toBe(2)
  })

  test('500 visitors of one unknown item make one call', async () => {
    const service = aService()
    const answers = await Promise.all(Array.from({ length: 500 }, () => service.find(key)))
    expect(calls()).toBe(1)
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['known']))
    expect(published).toHaveLength(1)
  })

  test('a definite no is remembered for ten minutes', async () => {
    simulator.setFault('product-info', 'unknown-item')
    const service = aService()
    expect(await service.find(key)).toEqual({ state: 'not-found', ...nothing })
    simulator.setFault('product-info', 'none')
    now += 599_999
    expect((await service.find(key)).state).toBe('not-found')
    expect(calls()).toBe(1)
    now += 2
    expect((await service.find(key)).state).toBe('known')
  })

  test('a definite no stands against an old answer, but not against our own list', async () => {
    simulator.setFault('product-info', 'not-found')
    await store('storefront', 7 * hour)
    expect(await aService().find(key)).toEqual({ state: 'not-found', ...nothing })
    await addProduct()
    expect(await aService().find(key)).toMatchObject({ state: 'known', source: 'catalogue' })
  })

  test('without any source only our own list answers', async () => {
    const service = aService({ storefront: false })
    expect(await service.find(key)).toEqual({ state: 'no-source', ...nothing })
    await addProduct()
    const answer = await service.find(key)
    expect(answer).toMatchObject({
      state: 'known',
      source: 'catalogue',
      productInfo: { title: 'In the list', price: 129.5, currency: 'CNY', skus: [] },
    })
    expect(answer.productInfo?.imgList[0]).toMatch(/^\/img\//)
  })

  test('a source that answers without knowing leaves the item without a source, for a minute', async () => {
    simulator.setFault('taobao-page', 'unknown-item')
    const service = aService({ storefront: false, linkPreview: true })
    expect(await service.find(key)).toEqual({ state: 'no-source', ...nothing })
    simulator.setFault('taobao-page', 'none')
    expect((await service.find(key)).state).toBe('no-source')
    now += 60_001
    expect(await service.find(key)).toMatchObject({ state: 'known', source: 'taobao.com' })
  })

  const failing: FaultName[] = [
    'silent',
    'reset',
    'cut',
    'html',
    'empty',
    'wrong-schema',
    'error-code',
    'other-item',
  ]
  failing.push(
    'huge',
    'gzip-bomb',
    'unauthorized',
    'forbidden',
    'too-many',
    'error',
    'down',
    'redirect-inside',
  )
  test.each(failing)(
    '%s: the old answer with its own date, and nothing when there is none',
    async (fault) => {
      simulator.setFault('product-info', fault)
      const timeoutMs = fault === 'silent' ? 100 : 8_000
      expect(await aService({ timeoutMs }).find(key)).toEqual({ state: 'unavailable', ...nothing })
      await store('storefront', 30 * day - 1)
      expect(await aService({ timeoutMs }).find(key)).toMatchObject({
        state: 'known',
        source: 'storefront',
        fetchedAt: '2026-10-22T12:00:00.001Z',
        productInfo: { title: 'Ours' },
      })
      now += 2
      expect(await aService({ timeoutMs }).find(key)).toEqual({ state: 'unavailable', ...nothing })
      expect(published).toEqual([])
      expect(log.error).not.toHaveBeenCalled()
    },
  )

  test('after a failure no visitor makes us try again for ten seconds', async () => {
    simulator.setFault('product-info', 'down')
    const service = aService()
    await service.find(key)
    simulator.setFault('product-info', 'none')
    now += 9_999
    expect((await service.find(key)).state).toBe('unavailable')
    expect(calls()).toBe(1)
    now += 2
    expect((await service.find(key)).state).toBe('known')
  })

  test('the next source is asked when one fails, and a silent one leaves it time', async () => {
    simulator.setFault('product-info', 'silent')
    const begun = performance.now()
    const answer = await aService({ linkPreview: true, timeoutMs: 2_000 }).find(key)
    expect(answer).toMatchObject({
      state: 'known',
      source: 'taobao.com',
      productInfo: { title: '模拟商品 652874751412 新款' },
    })
    expect(performance.now() - begun).toBeLessThan(2_000)
  })

  test('each marketplace has its own page', async () => {
    const service = aService({ storefront: false, linkPreview: true })
    const sourceOf = async (shopType: ShopType) =>
      (await service.find({ shopType, itemId: '7711603445' })).source
    expect(await sourceOf('weidian')).toBe('weidian.com')
    expect(await sourceOf('ali_1688')).toBe('1688.com')
  })

  test('Weidian’s way of saying no is understood', async () => {
    simulator.setFault('weidian-page', 'unknown-item')
    simulator.setFault('weidian-data', 'unknown-item')
    const service = aService({ storefront: false, linkPreview: true })
    expect((await service.find({ shopType: 'weidian', itemId: '1' })).state).toBe('not-found')
  })

  test('once the source is left alone answers come at once, and it is used again when it heals', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    simulator.setFault('product-info', 'down')
    const service = aService()
    for (let i = 0; i < 5; i += 1) await service.find({ ...key, itemId: `10000${i}` })
    await store('storefront', 8 * hour)
    const begun = performance.now()
    expect((await service.find({ ...key, itemId: '200000' })).state).toBe('unavailable')
    expect((await service.find(key)).state).toBe('known')
    expect(performance.now() - begun).toBeLessThan(100)
    expect(calls()).toBe(5)

    simulator.setFault('product-info', 'none')
    vi.advanceTimersByTime(1_001)
    expect(await service.find({ ...key, itemId: '300000' })).toMatchObject({
      state: 'known',
      source: 'storefront',
    })
  })

  test('nothing poisonous is stored or answered', async () => {
    simulator.setFault('product-info', 'poisoned')
    const answer = await aService().find(key)
    const [row] = await database.db.select().from(productInfos)
    expect(row?.info.imgList).toEqual(['https://img.alicdn.com/ok.jpg'])
    expect(row?.info.skus[0]?.imgUrl).toBe('')
    expect(answer.productInfo?.propsTrans).toEqual({ Fit: 'Tee' })
    expect(JSON.stringify([answer, row])).not.toMatch(
      /<script|javascript:|169\.254|evil|secret|polluted|__proto__/,
    )
    expect('polluted' in {}).toBe(false)
  })

  test('an answer that cannot be stored is given all the same', async () => {
    const answer = await aService({ brokenPictures: true }).find(key)
    expect(answer.state).toBe('known')
    expect(log.error).toHaveBeenCalledTimes(1)
    expect(await database.db.$count(productInfos)).toBe(0)
  })

  test('an answer that comes late does not replace the catalogue’s word', async () => {
    const service = aService()
    await store('catalogue', 0)
    await service.find(key)
    await writeInfo(database.db, key, {
      info: { ...ours, title: 'Theirs' },
      source: 'storefront',
      fetchedAt: new Date(),
    })
    expect(await service.find(key)).toMatchObject({ source: 'catalogue', productInfo: { title: 'Ours' } })
  })
})
