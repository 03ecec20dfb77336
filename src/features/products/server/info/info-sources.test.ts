import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ShopType } from '#shared/marketplaces.ts'
import { createOutbound } from '#shared/server/outbound/outbound.ts'
import { SourceError, type SourceFault } from '#shared/server/outbound/source-error.ts'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { type FaultName, faults } from '#simulator/simulate-faults.ts'
import { getPreviewBases } from '../link-preview.ts'
import { type InfoSourceResult, listUsableSources } from './info-source.ts'
import { createInfoSources, getSourceLabel, listInfoHealthLines } from './info-sources.ts'
import { createStorefrontFinder } from './storefront.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ port: 0 })
})
afterEach(() => {
  simulator.setFault('all', 'none')
})
afterAll(() => simulator.close())

const log = { warn: vi.fn(), info: vi.fn() }

const createTestOutbound = () =>
  createOutbound({ breakerResetMs: 60_000, publicUrl: 'http://localhost:3000', log })

/** All sources with the simulator's URLs, by default with new circuit breakers. */
function createSources(outbound = createTestOutbound()) {
  return createInfoSources({
    outbound,
    config: { productInfoUrl: `${simulator.url}/product-info?key=operator-key`, linkPreview: true },
    previewBases: getPreviewBases(simulator.url),
  })
}

type LookupCase = {
  name: string
  shopType: ShopType
  itemId?: string
  timeoutMs?: number
  from?: ReturnType<typeof createSources>
}

async function findAtSource({
  name,
  shopType,
  itemId = '652874751412',
  timeoutMs = 8_000,
  from = createSources(),
}: LookupCase) {
  const source = listUsableSources(from, shopType).find(({ key }) => key === name)
  if (!source) throw new Error(`${name} does not serve ${shopType}`)
  const signal = AbortSignal.timeout(timeoutMs)
  return source.find({ shopType, itemId }, { timeoutMs, signal, forceReload: false })
}
const getState = (search: Promise<InfoSourceResult>): Promise<string> =>
  search.then(
    ({ state }) => state,
    (error) => (error instanceof SourceError ? error.kind : `thrown: ${error}`),
  )

describe('the list of sources', () => {
  test('has a key, a label and a line of the dashboard for each source', () => {
    const sources = createSources()
    expect(sources.map(({ key, label, healthLine }) => [key, label, healthLine.name])).toEqual([
      ['storefront', 'API', 'Product information'],
      ['weidian.com', 'item page', 'Marketplace link previews'],
    ])
  })

  test.each([
    ['catalogue', 'catalog'],
    ['storefront', 'API'],
    ['weidian.com', 'item page'],
    ['a removed source', 'a removed source'],
  ])('labels the source %s as %j', (key, label) => {
    expect(getSourceLabel(createSources(), key)).toBe(label)
  })

  test('names exactly the circuit breakers that its sources use', async () => {
    const outbound = createTestOutbound()
    simulator.setFault('weidian-page', 'html')
    const sources = createSources(outbound)
    for (const { key, marketplaces, breakers } of sources) {
      const earlier = new Set(outbound.status().map(({ source }) => source))
      for (const shopType of marketplaces) await findAtSource({ name: key, shopType, from: sources })
      const added = outbound.status().flatMap(({ source }) => (earlier.has(source) ? [] : source))
      expect(added.toSorted()).toEqual([...breakers].toSorted())
    }
  })

  test('shows sources with the same line name as one line, which is off when none is configured', () => {
    const outbound = createTestOutbound()
    const config = { productInfoUrl: undefined, linkPreview: true }
    const describeLines = (linkPreview: boolean) =>
      listInfoHealthLines(createInfoSources({ outbound, config: { ...config, linkPreview } })).map(
        ({ name, isOn, breakers }) => [name, isOn, breakers],
      )
    const pageBreakers = ['weidian.com page', 'weidian.com data']
    expect(describeLines(true)).toEqual([
      ['Product information', false, ['storefront']],
      ['Marketplace link previews', true, pageBreakers],
    ])
    expect(describeLines(false)[1]).toEqual(['Marketplace link previews', false, pageBreakers])
  })
})

describe('a working source', () => {
  test('returns the item of the operator’s product-info service', async () => {
    const result = await findAtSource({ name: 'storefront', shopType: 'taobao' })
    expect(result).toMatchObject({
      state: 'found',
      info: {
        title: 'Simulated T-shirt 652874751412',
        titleOriginal: '测试商品 652874751412 纯棉短袖T恤',
        price: expect.any(Number),
        currency: 'CNY',
        propsTrans: { Material: '100 % cotton', Fit: 'Regular' },
      },
    })
    if (result.state !== 'found') return
    expect(result.info.imgList).toHaveLength(5)
    expect(result.info.skus).toHaveLength(12)
    expect(result.info.skus[4]).toMatchObject({
      name: 'Oat M',
      nameTrans: 'Oat / M',
      propsID: '1:2;2:2',
      propsCode: '2;2',
      price: Number(result.info.price) + 1,
    })
    expect(result.info.productAttr[1]).toEqual({
      attrID: '2',
      attrTrans: 'Size',
      values: [
        { valueID: '1', valueTrans: 'S' },
        { valueID: '2', valueTrans: 'M' },
        { valueID: '3', valueTrans: 'L' },
      ],
    })
  })

  test('requests yuan from the operator’s service, and assumes yuan for a price without a currency', async () => {
    const requestedUrls: URL[] = []
    const fetchJson = async (address: string) => {
      requestedUrls.push(new URL(address))
      return { data: { productInfo: { title: 'Tee', price: '129.50' } } }
    }
    const call = async (_name: string, task: () => Promise<unknown>) => task()
    const outbound = { fetchJson, call } as unknown as Parameters<
      typeof createStorefrontFinder
    >[0]['outbound'] // the members that it uses
    const find = createStorefrontFinder({
      outbound,
      url: 'https://info.example/search',
      breaker: 'storefront',
    })
    const result = await find(
      { shopType: 'taobao', itemId: '652874751412' },
      { timeoutMs: 1_000, signal: AbortSignal.timeout(1_000), forceReload: false },
    )
    expect(result).toMatchObject({ state: 'found', info: { price: 129.5, currency: 'CNY' } })
    const [address] = requestedUrls
    expect([address?.searchParams.get('currency'), address?.searchParams.get('wmc-currency')]).toEqual([
      'CNY',
      'CNY',
    ])
  })

  test('returns the prices of Weidian’s page in yuan, from fen and yuan', async () => {
    const result = await findAtSource({ name: 'weidian.com', shopType: 'weidian', itemId: '7711603445' })
    if (result.state !== 'found') throw new Error(result.state)
    const { price, skus, productAttr, imgList, title } = result.info
    expect(title).toBe('模拟微店商品 7711603445')
    expect(price).toBeGreaterThanOrEqual(50)
    expect(price).toBeLessThan(350)
    expect(imgList).toHaveLength(3)
    expect(productAttr.map(({ attrTrans }) => attrTrans)).toEqual(['颜色', '尺码'])
    expect(skus).toMatchObject([
      { name: '白色 / M', propsID: '1:11;2:21', price, stock: 0, imgUrl: expect.stringContaining('-1.png') },
      { name: '白色 / L', propsID: '1:11;2:22', price: Number(price) + 10, stock: 9 },
      { name: '黑色 / M', propsID: '1:12;2:21', price, imgUrl: expect.stringContaining('-2.png') },
      { name: '黑色 / L', propsID: '1:12;2:22', price: Number(price) + 10 },
    ])
  })

  test.each([
    'https://sso.weidian.com/login/index.php?redirect=https%3A%2F%2Fweidian.com',
    'https://passport.weidian.com/',
    'https://weidian.com/login.html',
  ])('returns walled when Weidian redirects to %s and its data call has no item', async (loginPage) => {
    const body = { status: { code: 10013 } }
    const outbound = {
      fetchText: async () => ({ text: '<html></html>', url: new URL(loginPage) }),
      fetchJson: async () => body,
      call: async (_name: string, task: () => Promise<unknown>) => task(),
    } as unknown as ReturnType<typeof createTestOutbound> // the members that it uses
    const result = await findAtSource({
      name: 'weidian.com',
      shopType: 'weidian',
      from: createSources(outbound),
    })
    expect(result).toEqual({ state: 'walled' })
  })

  test('returns the item of Weidian’s data call when the page has none', async () => {
    const page = await findAtSource({ name: 'weidian.com', shopType: 'weidian', itemId: '7711603445' })
    for (const fault of ['html', 'down', 'other-item', 'wrong-schema'] as const) {
      simulator.setFault('weidian-page', fault)
      const data = await findAtSource({ name: 'weidian.com', shopType: 'weidian', itemId: '7711603445' })
      if (data.state !== 'found' || page.state !== 'found') throw new Error(data.state)
      expect(data.info).toMatchObject({ title: page.info.title, price: page.info.price, skus: [] })
    }
  })
})

const timeout = 'timeout' as const
/** The outcomes of faults that are the same for every source. */
const common = {
  refused: 'refused',
  'no-dns': 'refused',
  slower: timeout,
  silent: timeout,
  'headers-then-silent': timeout,
  drip: timeout,
  reset: 'refused',
  huge: 'too-large',
  'gzip-bomb': 'too-large',
  unauthorized: 'status',
  forbidden: 'status',
  'too-many': 'status',
  error: 'status',
  'bad-gateway': 'status',
  down: 'status',
  'redirect-loop': 'blocked',
  'redirect-inside': 'blocked',
  empty: 'bad-body',
  poisoned: 'found',
} as const
type FaultOutcome = SourceFault | InfoSourceResult['state']
type ExpectedOutcomes = Partial<Record<FaultName, FaultOutcome>>

const matrix: [name: string, shopType: ShopType, faulty: string[], expected: ExpectedOutcomes][] = [
  [
    'storefront',
    'taobao',
    ['product-info'],
    {
      ...common,
      html: 'bad-type',
      cut: 'bad-body',
      'wrong-schema': 'bad-body',
      'error-code': 'bad-body',
      'other-item': 'bad-body',
      'unknown-item': 'not-found',
      'not-found': 'not-found',
    },
  ],
  [
    'weidian.com',
    'weidian',
    ['weidian-page', 'weidian-data'],
    {
      ...common,
      html: 'bad-type',
      cut: 'bad-body',
      'wrong-schema': 'unknown',
      'error-code': 'bad-type',
      'other-item': 'unknown',
      'unknown-item': 'not-found',
      'not-found': 'status',
    },
  ],
]

describe.each(matrix)('%s', (name, shopType, faulty, expected) => {
  test('is tested with every fault', () => {
    const untried = Object.keys(faults).filter((fault) => !(fault in expected))
    // A slow source does not fail, and half a page may contain all needed data.
    expect(untried.filter((fault) => fault !== 'slow' && fault !== 'cut')).toEqual([])
  })

  test.each(Object.entries(expected))('fault %s gives %s within the time limit', async (fault, outcome) => {
    // The names are keys of the table above.
    for (const source of faulty) simulator.setFault(source, fault as FaultName)
    const inside = simulator.calls('inside')
    const timeoutMs = outcome === 'timeout' ? 150 : 8_000
    expect(await getState(findAtSource({ name, shopType, timeoutMs }))).toBe(outcome)
    expect(simulator.calls('inside')).toBe(inside)
  })

  test('is not requested after five consecutive faults', async () => {
    for (const source of faulty) simulator.setFault(source, 'error')
    const from = createSources()
    for (let i = 0; i < 5; i += 1)
      expect(await getState(findAtSource({ name, shopType, from }))).toBe('status')
    const calls = faulty.map((source) => simulator.calls(source))
    expect(await getState(findAtSource({ name, shopType, from }))).toBe('open')
    expect(faulty.map((source) => simulator.calls(source))).toEqual(calls)
  })
})

test('waits for a source that takes two seconds', async () => {
  const result = await findAtSource({ name: 'storefront', shopType: 'taobao', itemId: 'slow-1' })
  expect(result).toMatchObject({ state: 'found', info: { title: 'Simulated T-shirt slow-1' } })
})

test('returns harmful data as harmless text', async () => {
  simulator.setFault('all', 'poisoned')
  const result = await findAtSource({ name: 'storefront', shopType: 'taobao' })
  expect(result).toEqual({
    state: 'found',
    info: {
      title: 'Tee',
      titleOriginal: 'abcgnp.exe',
      price: 1,
      currency: 'CNY',
      // The image registry checks URLs later; here they are only text.
      imgList: expect.arrayContaining(['//img.alicdn.com/ok.jpg']),
      skus: [
        {
          skuID: '',
          specId: '',
          name: '',
          nameTrans: '<img src=x onerror=alert(1)>',
          imgUrl: 'javascript:alert(1)',
          stock: null,
          propsID: '',
          propsCode: '',
          price: 1,
        },
      ],
      productAttr: [],
      propsTrans: { Fit: 'Tee' },
    },
  })
  expect(await findAtSource({ name: 'weidian.com', shopType: 'weidian' })).toMatchObject({
    state: 'found',
    info: { title: 'Tee' },
  })
  expect('polluted' in {}).toBe(false)
})
