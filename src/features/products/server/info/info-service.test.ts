import { describe, expect, test, vi } from 'vitest'
import { images, productInfos } from '#db/schema.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import type { FaultName } from '#simulator/simulate-faults.ts'
import { modes, useDatabase } from '#test/database.ts'
import { useInfoFixture } from '#test/fixtures/info-fixture.ts'
import { writeInfo } from './info-repository.ts'

const nothing = { productInfo: null, shownSku: null, source: null, fetchedAt: null }

describe.each(modes)('product information over the %s database', (mode) => {
  const database = useDatabase(mode)
  const stage = useInfoFixture(database)
  const { key } = stage

  test('the catalogue’s word is never old, and nobody else is asked', async () => {
    await stage.store('catalogue', 400 * DAY_MS)
    const service = stage.aService()
    for (const forceReload of [false, true]) {
      const answer = await service.find(key, { forceReload })
      expect(answer).toMatchObject({
        state: 'known',
        source: 'catalogue',
        productInfo: { title: 'Ours', price: 59 },
      })
      expect(answer.productInfo?.imgList[0]).toMatch(/^\/img\/[\w-]{22}\/720\/[\w-]{22}\.webp$/)
    }
    expect(stage.calls()).toBe(0)
  })

  test('an unknown item is asked for once, stored and published', async () => {
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

  test('after six hours it is asked for again, and only a change is published', async () => {
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

  test('an admin’s reload passes over the fresh answer', async () => {
    const service = stage.aService()
    await service.find(key)
    await service.find(key, { forceReload: true })
    expect(stage.calls()).toBe(2)
  })

  test('500 visitors of one unknown item make one call', async () => {
    const service = stage.aService()
    const answers = await Promise.all(Array.from({ length: 500 }, () => service.find(key)))
    expect(stage.calls()).toBe(1)
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['known']))
    expect(stage.published).toHaveLength(1)
  })

  test('a definite no is remembered for ten minutes', async () => {
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

  test('a definite no stands against an old answer, but not against our own list', async () => {
    stage.simulator.setFault('product-info', 'not-found')
    await stage.store('storefront', 7 * HOUR_MS)
    expect(await stage.aService().find(key)).toEqual({ state: 'not-found', ...nothing })
    await stage.addProduct()
    expect(await stage.aService().find(key)).toMatchObject({ state: 'known', source: 'catalogue' })
  })

  test('without any source only our own list answers', async () => {
    const service = stage.aService({ storefront: false })
    expect(await service.find(key)).toEqual({ state: 'no-source', ...nothing })
    await stage.addProduct()
    const answer = await service.find(key)
    expect(answer).toMatchObject({
      state: 'known',
      source: 'catalogue',
      productInfo: { title: 'In the list', price: 129.5, currency: 'CNY', skus: [] },
    })
    expect(answer.productInfo?.imgList[0]).toMatch(/^\/img\//)
  })

  test('a source that answers without knowing leaves the item without a source, for a minute', async () => {
    stage.simulator.setFault('taobao-page', 'unknown-item')
    const service = stage.aService({ storefront: false, linkPreview: true })
    expect(await service.find(key)).toEqual({ state: 'no-source', ...nothing })
    stage.simulator.setFault('taobao-page', 'none')
    expect((await service.find(key)).state).toBe('no-source')
    stage.now += 60_001
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

  test('after a failure no visitor makes us try again for ten seconds', async () => {
    stage.simulator.setFault('product-info', 'down')
    const service = stage.aService()
    await service.find(key)
    stage.simulator.setFault('product-info', 'none')
    stage.now += 9_999
    expect((await service.find(key)).state).toBe('unavailable')
    expect(stage.calls()).toBe(2) // the second at once: a gateway without anybody behind it may be a passing thing
    stage.now += 2
    expect((await service.find(key)).state).toBe('known')
  })

  test('the next source is asked when one fails, and a silent one leaves it time', async () => {
    stage.simulator.setFault('product-info', 'silent')
    const answer = await stage.aService({ linkPreview: true, timeoutMs: 2_000 }).find(key)
    expect(answer).toMatchObject({
      state: 'known',
      source: 'taobao.com',
      productInfo: { title: '模拟商品 652874751412 新款' },
    })
  })

  test('each marketplace has its own page', async () => {
    const service = stage.aService({ storefront: false, linkPreview: true })
    const findSource = async (shopType: ShopType) =>
      (await service.find({ shopType, itemId: '7711603445' })).source
    expect(await findSource('weidian')).toBe('weidian.com')
    expect(await findSource('ali_1688')).toBe('1688.com')
  })

  test('Weidian’s way of saying no is understood', async () => {
    stage.simulator.setFault('weidian-page', 'unknown-item')
    stage.simulator.setFault('weidian-data', 'unknown-item')
    const service = stage.aService({ storefront: false, linkPreview: true })
    expect((await service.find({ shopType: 'weidian', itemId: '1' })).state).toBe('not-found')
  })

  test('a source that keeps failing is left alone, and used again when it heals', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    stage.simulator.setFault('product-info', 'down')
    const service = stage.aService()
    for (let i = 0; i < 5; i += 1) await service.find({ ...key, itemId: `10000${i}` })
    await stage.store('storefront', 8 * HOUR_MS)
    expect((await service.find({ ...key, itemId: '200000' })).state).toBe('unavailable')
    expect((await service.find(key)).state).toBe('known')
    expect(stage.calls()).toBe(6) // five searches, and a second try in the first

    stage.simulator.setFault('product-info', 'none')
    vi.advanceTimersByTime(1_001)
    expect(await service.find({ ...key, itemId: '300000' })).toMatchObject({
      state: 'known',
      source: 'storefront',
    })
  })

  test('nothing poisonous is stored or answered', async () => {
    stage.simulator.setFault('product-info', 'poisoned')
    const answer = await stage.aService().find(key)
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
    const answer = await stage.aService({ brokenPictures: true }).find(key)
    expect(answer.state).toBe('known')
    expect(stage.log.error).toHaveBeenCalledTimes(1)
    expect(await database.db.$count(productInfos)).toBe(0)
  })

  test('an answer that comes late does not replace the catalogue’s word', async () => {
    const service = stage.aService()
    await stage.store('catalogue', 0)
    await service.find(key)
    await writeInfo(database.db, key, {
      info: { ...stage.ours, title: 'Theirs' },
      source: 'storefront',
      fetchedAt: new Date(),
    })
    expect(await service.find(key)).toMatchObject({ source: 'catalogue', productInfo: { title: 'Ours' } })
  })
})
