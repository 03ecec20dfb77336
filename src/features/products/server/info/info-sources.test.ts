import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ShopType } from '#shared/marketplaces.ts'
import { createOutbound } from '#shared/server/outbound/outbound.ts'
import { SourceError, type SourceFault } from '#shared/server/outbound/source-error.ts'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { type FaultName, faults } from '#simulator/simulate-faults.ts'
import { getPreviewBases } from '../link-preview.ts'
import type { SourceAnswer } from './info-source.ts'
import { createInfoSources } from './info-sources.ts'
import { createStorefront } from './storefront.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ port: 0 })
})
afterEach(() => {
  simulator.setFault('all', 'none')
})
afterAll(() => simulator.close())

const log = { warn: vi.fn(), info: vi.fn() }

/** All sources, pointed at the simulator, with breakers of their own. */
function createSources() {
  const outbound = createOutbound({ breakerResetMs: 60_000, publicUrl: 'http://localhost:3000', log })
  return createInfoSources({
    outbound,
    productInfoUrl: `${simulator.url}/product-info?key=of-the-operator`,
    linkPreview: true,
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

async function askSource({
  name,
  shopType,
  itemId = '652874751412',
  timeoutMs = 8_000,
  from = createSources(),
}: LookupCase) {
  const source = from.find((one) => one.name === name)
  if (!source?.covers(shopType)) throw new Error(`${name} does not cover ${shopType}`)
  const signal = AbortSignal.timeout(timeoutMs)
  return source.find({ shopType, itemId }, { timeoutMs, signal, forceReload: false })
}
const getState = (asked: Promise<SourceAnswer>): Promise<string> =>
  asked.then(
    ({ state }) => state,
    (error) => (error instanceof SourceError ? error.kind : `thrown: ${error}`),
  )

describe('what a healthy source says', () => {
  test('the operator’s product-info service', async () => {
    const answer = await askSource({ name: 'storefront', shopType: 'taobao' })
    expect(answer).toMatchObject({
      state: 'found',
      info: {
        title: 'Simulated T-shirt 652874751412',
        titleOriginal: '测试商品 652874751412 纯棉短袖T恤',
        price: expect.any(Number),
        currency: 'CNY',
        propsTrans: { Material: '100 % cotton', Fit: 'Regular' },
      },
    })
    if (answer.state !== 'found') return
    expect(answer.info.imgList).toHaveLength(5)
    expect(answer.info.skus).toHaveLength(12)
    expect(answer.info.skus[4]).toMatchObject({
      name: 'Oat M',
      nameTrans: 'Oat / M',
      propsID: '1:2;2:2',
      propsCode: '2;2',
      price: Number(answer.info.price) + 1,
    })
    expect(answer.info.productAttr[1]).toEqual({
      attrID: '2',
      attrTrans: 'Size',
      values: [
        { valueID: '1', valueTrans: 'S' },
        { valueID: '2', valueTrans: 'M' },
        { valueID: '3', valueTrans: 'L' },
      ],
    })
  })

  test('the operator’s service is asked for yuan, and a price without a currency is in yuan', async () => {
    const asked: URL[] = []
    const fetchJson = async (address: string) => {
      asked.push(new URL(address))
      return { data: { productInfo: { title: 'Tee', price: '129.50' } } }
    }
    const call = async (_name: string, task: () => Promise<unknown>) => task()
    const outbound = { fetchJson, call } as unknown as Parameters<typeof createStorefront>[0]['outbound'] // what it uses
    const answer = await createStorefront({ outbound, url: 'https://info.example/search' }).find(
      { shopType: 'taobao', itemId: '652874751412' },
      { timeoutMs: 1_000, signal: AbortSignal.timeout(1_000), forceReload: false },
    )
    expect(answer).toMatchObject({ state: 'found', info: { price: 129.5, currency: 'CNY' } })
    const [address] = asked
    expect([address?.searchParams.get('currency'), address?.searchParams.get('wmc-currency')]).toEqual([
      'CNY',
      'CNY',
    ])
  })

  test('Weidian’s page, whose two money units both come out in yuan', async () => {
    const answer = await askSource({ name: 'weidian.com', shopType: 'weidian', itemId: '7711603445' })
    if (answer.state !== 'found') throw new Error(answer.state)
    const { price, skus, productAttr, imgList, title } = answer.info
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

  test('Weidian’s data call, when the page says nothing', async () => {
    const page = await askSource({ name: 'weidian.com', shopType: 'weidian', itemId: '7711603445' })
    for (const fault of ['html', 'down', 'other-item', 'wrong-schema'] as const) {
      simulator.setFault('weidian-page', fault)
      const data = await askSource({ name: 'weidian.com', shopType: 'weidian', itemId: '7711603445' })
      if (data.state !== 'found' || page.state !== 'found') throw new Error(data.state)
      expect(data.info).toMatchObject({ title: page.info.title, price: page.info.price, skus: [] })
    }
  })

  test.each([
    ['taobao.com', 'taobao', '模拟商品 652874751412 新款'],
    ['1688.com', 'ali_1688', '模拟商品 652874751412 新款'],
  ] as const)('the tags of %s', async (name, shopType, title) => {
    const answer = await askSource({ name, shopType })
    expect(answer).toMatchObject({
      state: 'found',
      info: { title, currency: 'CNY', imgList: [`${simulator.url}/pictures/652874751412-1.png`] },
    })
    expect(answer.state === 'found' && Number(answer.info.price) % 1).toBe(0.5)
  })
})

const timeout = 'timeout' as const
/** What comes of a fault that every source has alike. */
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
type FaultOutcome = SourceFault | SourceAnswer['state']
type ExpectedOutcomes = Partial<Record<FaultName, FaultOutcome>>

const shopPage: ExpectedOutcomes = {
  ...common,
  empty: 'bad-type',
  html: 'unknown',
  'error-code': 'bad-type',
  'wrong-schema': 'bad-body', // a wall
  'other-item': 'unknown',
  'unknown-item': 'unknown',
  'not-found': 'not-found',
}
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
  ['taobao.com', 'taobao', ['taobao-page'], shopPage],
  ['1688.com', 'ali_1688', ['1688-page'], shopPage],
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
  test('every fault is tried', () => {
    const untried = Object.keys(faults).filter((fault) => !(fault in expected))
    // A slow source is no fault, and half a page may hold all that is needed.
    expect(untried.filter((fault) => fault !== 'slow' && fault !== 'cut')).toEqual([])
  })

  test.each(Object.entries(expected))('%s: %s, within the time limit', async (fault, outcome) => {
    // The name comes from the table above.
    for (const source of faulty) simulator.setFault(source, fault as FaultName)
    const inside = simulator.calls('inside')
    const timeoutMs = outcome === 'timeout' ? 150 : 8_000
    expect(await getState(askSource({ name, shopType, timeoutMs }))).toBe(outcome)
    expect(simulator.calls('inside')).toBe(inside)
  })

  test('five faults in a row and it is left alone, without a request', async () => {
    for (const source of faulty) simulator.setFault(source, 'error')
    const from = createSources()
    for (let i = 0; i < 5; i += 1) expect(await getState(askSource({ name, shopType, from }))).toBe('status')
    const asked = faulty.map((source) => simulator.calls(source))
    expect(await getState(askSource({ name, shopType, from }))).toBe('open')
    expect(faulty.map((source) => simulator.calls(source))).toEqual(asked)
  })
})

test('a source that takes two seconds is waited for', async () => {
  const answer = await askSource({ name: 'storefront', shopType: 'taobao', itemId: 'slow-1' })
  expect(answer).toMatchObject({ state: 'found', info: { title: 'Simulated T-shirt slow-1' } })
})

test('what is poisoned comes out as harmless text', async () => {
  simulator.setFault('all', 'poisoned')
  const answer = await askSource({ name: 'storefront', shopType: 'taobao' })
  expect(answer).toEqual({
    state: 'found',
    info: {
      title: 'Tee',
      titleOriginal: 'abcgnp.exe',
      price: 1,
      currency: 'CNY',
      // Addresses are judged where pictures are kept; here they are only text.
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
  for (const [name, shopType] of [
    ['weidian.com', 'weidian'],
    ['taobao.com', 'taobao'],
    ['1688.com', 'ali_1688'],
  ] as const) {
    expect(await askSource({ name, shopType })).toMatchObject({ state: 'found', info: { title: 'Tee' } })
  }
  expect('polluted' in {}).toBe(false)
})
