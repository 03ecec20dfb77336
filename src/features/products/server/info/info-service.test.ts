import { describe, expect, test, vi } from 'vitest'
import { images, productInfos } from '#db/schema.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import type { FaultName } from '#simulator/simulate-faults.ts'
import { useDatabase } from '#test/database.ts'
import { useInfoFixture } from '#test/fixtures/info-fixture.ts'
import { writeInfo } from './info-repository.ts'

const weidianKey = { shopType: 'weidian', itemId: '7711603445' } as const
const nothing = {
  productInfo: null,
  shownSku: null,
  kind: null,
  source: null,
  sourceLabel: null,
  fetchedAt: null,
}

describe('product information', () => {
  const database = useDatabase()
  const stage = useInfoFixture(database)
  const { key } = stage

  test('returns the catalogue’s information at any age without a request', async () => {
    await stage.store('catalogue', 400 * DAY_MS)
    const service = stage.aService()
    for (const forceReload of [false, true]) {
      const result = await service.find(key, { forceReload })
      expect(result).toMatchObject({
        state: 'known',
        source: 'catalogue',
        productInfo: { title: 'Ours', price: 59 },
      })
      expect(result.productInfo?.imgList[0]).toMatch(/^\/img\/[\w-]{22}\/720\/[\w-]{22}\.webp$/)
    }
    expect(stage.calls()).toBe(0)
  })

  test('requests an unknown item once, stores it and publishes its invalidation', async () => {
    const service = stage.aService()
    const first = await service.find(key)
    expect(first).toMatchObject({
      state: 'known',
      source: 'storefront',
      fetchedAt: '2026-11-21T12:00:00.000Z',
      productInfo: { title: 'Simulated T-shirt 652874751412' },
    })
    expect(first.productInfo?.imgList).toHaveLength(5)
    for (const address of first.productInfo?.imgList ?? []) expect(address).toMatch(/^\/img\//)
    expect(stage.published).toEqual([['productInfo', { shopType: 'taobao', productCode: '652874751412' }]])
    stage.now += 6 * HOUR_MS - 1
    expect(await service.find(key)).toEqual(first)
    expect(await stage.aService().find(key)).toEqual(first)
    expect(stage.calls()).toBe(1)
    const [row] = await database.db.select().from(productInfos)
    expect(row?.info.imgList[0]).toBe(`${stage.simulator.url}/pictures/652874751412-1.png`)
    expect(await database.db.$count(images)).toBe(5)
  })

  test('requests an item again after six hours, and publishes only a change', async () => {
    const service = stage.aService()
    const first = await service.find(key)
    stage.now += 6 * HOUR_MS
    const second = await service.find(key)
    expect([stage.calls(), stage.published.length]).toEqual([2, 1])
    expect(second).toEqual({ ...first, fetchedAt: '2026-11-21T18:00:00.000Z' })
    await database.db.update(productInfos).set({ info: stage.ours })
    stage.now += 6 * HOUR_MS
    expect((await service.find(key)).productInfo?.title).toBe('Simulated T-shirt 652874751412')
    expect([stage.calls(), stage.published.length]).toEqual([3, 2])
  })

  test('requests a fresh item again when an admin reloads it', async () => {
    const service = stage.aService()
    await service.find(key)
    await service.find(key, { forceReload: true })
    expect(stage.calls()).toBe(2)
  })

  test('sends one request for 500 concurrent visitors of an unknown item', async () => {
    const service = stage.aService()
    const results = await Promise.all(Array.from({ length: 500 }, () => service.find(key)))
    expect(stage.calls()).toBe(1)
    expect(new Set(results.map(({ state }) => state))).toEqual(new Set(['known']))
    expect(stage.published).toHaveLength(1)
  })

  test('caches "not found" for ten minutes', async () => {
    stage.simulator.setFault('product-info', 'unknown-item')
    const service = stage.aService()
    expect(await service.find(key)).toEqual({ state: 'not-found', ...nothing })
    stage.simulator.setFault('product-info', 'none')
    stage.now += 599_999
    expect((await service.find(key)).state).toBe('not-found')
    expect(stage.calls()).toBe(1)
    stage.now += 2
    expect((await service.find(key)).state).toBe('known')
  })

  test('prefers "not found" to old information, but not to our own list', async () => {
    stage.simulator.setFault('product-info', 'not-found')
    await stage.store('storefront', 7 * HOUR_MS)
    expect(await stage.aService().find(key)).toEqual({ state: 'not-found', ...nothing })
    await stage.addProduct()
    expect(await stage.aService().find(key)).toMatchObject({ state: 'known', source: 'catalogue' })
  })

  test('returns only items of our own list when there is no source', async () => {
    const service = stage.aService({ storefront: false })
    expect(await service.find(key)).toEqual({ state: 'no-source', ...nothing })
    await stage.addProduct()
    const result = await service.find(key)
    expect(result).toMatchObject({
      state: 'known',
      source: 'catalogue',
      productInfo: { title: 'In the list', price: 129.5, currency: 'CNY', skus: [] },
    })
    expect(result.productInfo?.imgList[0]).toMatch(/^\/img\//)
  })

  test('returns no-source for a minute when a source responds without information', async () => {
    for (const source of ['weidian-page', 'weidian-data']) stage.simulator.setFault(source, 'other-item')
    const service = stage.aService({ storefront: false, linkPreview: true })
    expect(await service.find(weidianKey)).toEqual({ state: 'no-source', ...nothing })
    stage.simulator.setFault('all', 'none')
    expect((await service.find(weidianKey)).state).toBe('no-source')
    stage.now += 60_001
    expect(await service.find(weidianKey)).toMatchObject({ state: 'known', source: 'weidian.com' })
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
    'returns stored information with its date, else unavailable, when the source fails: %s',
    async (fault) => {
      stage.simulator.setFault('product-info', fault)
      const timeoutMs = fault === 'silent' ? 100 : 8_000
      expect(await stage.aService({ timeoutMs }).find(key)).toEqual({ state: 'unavailable', ...nothing })
      await stage.store('storefront', 30 * DAY_MS - 1)
      expect(await stage.aService({ timeoutMs }).find(key)).toMatchObject({
        state: 'known',
        source: 'storefront',
        fetchedAt: '2026-10-22T12:00:00.001Z',
        productInfo: { title: 'Ours' },
      })
      stage.now += 2
      expect(await stage.aService({ timeoutMs }).find(key)).toEqual({ state: 'unavailable', ...nothing })
      expect(stage.published).toEqual([])
      expect(stage.log.error).not.toHaveBeenCalled()
    },
  )

  test('does not request an item again for ten seconds after a failure', async () => {
    stage.simulator.setFault('product-info', 'down')
    const service = stage.aService()
    await service.find(key)
    stage.simulator.setFault('product-info', 'none')
    stage.now += 9_999
    expect((await service.find(key)).state).toBe('unavailable')
    expect(stage.calls()).toBe(2) // the second is the immediate retry, because a gateway error may be temporary
    stage.now += 2
    expect((await service.find(key)).state).toBe('known')
  })

  test('requests the next source in time when one does not respond', async () => {
    stage.simulator.setFault('product-info', 'silent')
    const result = await stage.aService({ linkPreview: true, timeoutMs: 2_000 }).find(weidianKey)
    expect(result).toMatchObject({
      state: 'known',
      source: 'weidian.com',
      productInfo: { title: '模拟微店商品 7711603445' },
    })
  })

  test('returns walled, at once and without a request, for a marketplace that demands a login', async () => {
    const service = stage.aService({ storefront: false, linkPreview: true })
    const callsBefore = stage.allCalls()
    for (const shopType of ['taobao', 'ali_1688'] as const)
      for (let itemId = 1; itemId <= 200; itemId += 1)
        expect(await service.find({ shopType, itemId: `${itemId}` }, { visitor: '192.0.2.1' })).toEqual({
          state: 'walled',
          ...nothing,
        })
    expect(stage.allCalls()).toBe(callsBefore)
    expect((await service.find({ ...weidianKey }, { visitor: '192.0.2.1' })).state).toBe('known')
  })

  test.each([
    ['known', 'none', true],
    ['not-found', 'unknown-item', true],
    ['walled', 'down', true],
    ['unavailable', 'down', false],
  ] as const)('returns %s when the operator’s source has the fault %s', async (state, fault, linkPreview) => {
    stage.simulator.setFault('product-info', fault)
    expect((await stage.aService({ linkPreview }).find(key)).state).toBe(state)
  })

  test('returns stored information of a marketplace that demands a login', async () => {
    await stage.store('taobao.com', 29 * DAY_MS)
    const service = stage.aService({ storefront: false, linkPreview: true })
    expect(await service.find(key)).toMatchObject({ state: 'known', source: 'taobao.com' })
  })

  test('returns not-found for Weidian’s response without stock and image', async () => {
    stage.simulator.setFault('weidian-page', 'unknown-item')
    stage.simulator.setFault('weidian-data', 'unknown-item')
    const service = stage.aService({ storefront: false, linkPreview: true })
    expect((await service.find({ shopType: 'weidian', itemId: '1' })).state).toBe('not-found')
  })

  test('stops requests to a failing source, and resumes them when it recovers', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    stage.simulator.setFault('product-info', 'down')
    const service = stage.aService()
    for (let i = 0; i < 5; i += 1) await service.find({ ...key, itemId: `10000${i}` })
    await stage.store('storefront', 8 * HOUR_MS)
    expect((await service.find({ ...key, itemId: '200000' })).state).toBe('unavailable')
    expect((await service.find(key)).state).toBe('known')
    expect(stage.calls()).toBe(6) // five searches, and a retry in the first

    stage.simulator.setFault('product-info', 'none')
    vi.advanceTimersByTime(1_001)
    expect(await service.find({ ...key, itemId: '300000' })).toMatchObject({
      state: 'known',
      source: 'storefront',
    })
  })

  test('stores and returns nothing harmful', async () => {
    stage.simulator.setFault('product-info', 'poisoned')
    const result = await stage.aService().find(key)
    const [row] = await database.db.select().from(productInfos)
    expect(row?.info.imgList).toEqual(['https://img.alicdn.com/ok.jpg'])
    expect(row?.info.skus[0]?.imgUrl).toBe('')
    expect(result.productInfo?.propsTrans).toEqual({ Fit: 'Tee' })
    expect(JSON.stringify([result, row])).not.toMatch(
      /<script|javascript:|169\.254|evil|secret|polluted|__proto__/,
    )
    expect('polluted' in {}).toBe(false)
  })

  test('returns information that could not be stored', async () => {
    const result = await stage.aService({ brokenPictures: true }).find(key)
    expect(result.state).toBe('known')
    expect(stage.log.error).toHaveBeenCalledTimes(1)
    expect(await database.db.$count(productInfos)).toBe(0)
  })

  test('does not replace the catalogue’s information by a late response', async () => {
    const service = stage.aService()
    await stage.store('catalogue', 0)
    await service.find(key)
    const theirs = { info: { ...stage.ours, title: 'Theirs' }, source: 'storefront', fetchedAt: new Date() }
    await writeInfo(database.db, key, theirs, true)
    expect(await service.find(key)).toMatchObject({ source: 'catalogue', productInfo: { title: 'Ours' } })
  })
})
