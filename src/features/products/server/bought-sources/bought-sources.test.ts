import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ShopType } from '#shared/marketplaces.ts'
import { createOutbound } from '#shared/server/outbound/outbound.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import { HOUR_MS } from '#shared/time.ts'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { type FaultName, faults } from '#simulator/simulate-faults.ts'
import { readExampleSources } from '#test/fixtures/example-sources.ts'
import { createInfoSearch } from '../info/info-search.ts'
import type { InfoSource } from '../info/info-source.ts'
import { createInfoSources, getSourceLabel, listInfoHealthLines } from '../info/info-sources.ts'
import { parseProductSources } from './product-sources-file.ts'

const secrets: Record<string, string> = { ONEBOUND_KEY: 'k3y-of-the-operator', ONEBOUND_SECRET: 's3cret' }
const item = { shopType: 'taobao' as ShopType, itemId: '652874751412' }
const log = { warn: vi.fn(), info: vi.fn(), error: vi.fn() }

let simulator: Simulator
/** Plays sellers of item data below `/NAME`; each test sets their reply. */
let reply: (request: IncomingMessage, response: ServerResponse) => void
/** The paths that sellers were asked for. */
let requestedPaths: string[] = []
const seller = createServer((request, response) => {
  requestedPaths.push(String(request.url))
  reply(request, response)
})
let sellerUrl = ''
beforeAll(async () => {
  simulator = await startSimulator({ port: 0 })
  await new Promise<void>((resolve) => seller.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with it.
  sellerUrl = `http://127.0.0.1:${(seller.address() as AddressInfo).port}`
})
beforeEach(() => {
  requestedPaths = []
  for (const method of Object.values(log)) method.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  simulator.setFault('all', 'none')
})
afterAll(async () => {
  seller.closeAllConnections()
  await Promise.all([simulator.close(), new Promise((resolve) => seller.close(resolve))])
})

function replyWith(body: unknown, headers: Record<string, string> = {}, status = 200): void {
  reply = (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const createTestOutbound = () =>
  createOutbound({ breakerResetMs: 60_000, publicUrl: 'http://localhost:3000', log })

/** All sources of item data, with those of this file. */
function createSources(file: unknown, outbound = createTestOutbound()): InfoSource[] {
  return createInfoSources({
    outbound,
    config: { productInfoUrl: simulator.getSourceUrl('product-info'), linkPreview: false },
    productSources: parseProductSources(file, (name) => secrets[name]),
  })
}

function createSellers(...sellers: ({ name: string } & Record<string, unknown>)[]) {
  const sources = sellers.map((more) => ({
    url: `${sellerUrl}/${more.name}/{id}`,
    marketplaces: { taobao: 'T' },
    titleAt: 'title',
    ...more,
  }))
  return { sources }
}

const getExample = () => readExampleSources('onebound.json', simulator.getSourceUrl('onebound'))

type Lookup = { from?: InfoSource[]; key?: string; shopType?: ShopType; itemId?: string; timeoutMs?: number }

/** The state in the result of one source, or the kind of its failure. */
async function findAt({
  from = createSources(getExample()),
  key = 'product:Onebound',
  timeoutMs = 8_000,
  ...more
}: Lookup) {
  const source = from.find((candidate) => candidate.key === key)
  if (!source?.find) throw new Error(`There is no ${key}.`)
  const request = { timeoutMs, signal: AbortSignal.timeout(timeoutMs), forceReload: false }
  return source.find({ ...item, ...more }, request)
}
const getState = (lookup: Lookup): Promise<string> =>
  findAt(lookup).then(
    ({ state }) => state,
    (error) => (error instanceof SourceError ? error.kind : `thrown: ${error}`),
  )

describe('the list of sources', () => {
  test('has them after PRODUCT_INFO_URL and before the marketplaces’ pages, in the order of the file', () => {
    const sources = createSources(createSellers({ name: 'First' }, { name: 'Second' }))
    expect(sources.map(({ key }) => key)).toEqual([
      'storefront',
      'product:First',
      'product:Second',
      'weidian.com',
    ])
    expect(sources[1]).toMatchObject({
      label: 'First',
      marketplaces: ['taobao'],
      isNotFoundFinal: false,
      breakers: ['product First'],
    })
    expect(getSourceLabel(sources, 'product:Second')).toBe('Second')
  })

  test('has a line of the dashboard for each', () => {
    const lines = listInfoHealthLines(createSources(createSellers({ name: 'First' }, { name: 'Second' })))
    expect(lines.map(({ name, isOn }) => [name, isOn])).toEqual([
      ['Product information', true],
      ['Product information, First', true],
      ['Product information, Second', true],
      ['Marketplace link previews', false],
    ])
  })

  test('asks the next source when one has no such item, fails or demands a login', async () => {
    reply = (request, response) => {
      const [, name] = String(request.url).split('/')
      const replies: Record<string, unknown> = {
        Missing: { code: 404 },
        Walled: { code: 1055 },
        Broken: { code: 5000 },
        Good: { code: 0, title: 'Tee' },
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(replies[name ?? '']))
    }
    const codes = { codeAt: 'code', notFoundCodes: [404], loginCodes: [1055] }
    const names = ['Missing', 'Walled', 'Broken', 'Good', 'Later']
    const sources = createSources(createSellers(...names.map((name) => ({ name, ...codes }))))
    simulator.setFault('product-info', 'unknown-item')
    const outcome = await createInfoSearch({ sources, log })(item, false)
    expect(outcome).toMatchObject({ info: { title: 'Tee' }, source: 'product:Good' })
    expect(requestedPaths).toEqual(
      ['Missing', 'Walled', 'Broken', 'Good'].map((name) => `/${name}/652874751412`),
    )
  })
})

describe('the ready file of Onebound', () => {
  test.each([
    ['taobao', 'taobao'],
    ['weidian', 'micro'],
    ['ali_1688', '1688'],
  ] as const)('asks for an item of %s', async (shopType, name) => {
    const [source] = parseProductSources(getExample(), (variable) => secrets[variable])
    expect(source?.buildUrl({ ...item, shopType })).toBe(
      `${simulator.getSourceUrl('onebound')}/${name}/item_get?key=k3y-of-the-operator&secret=s3cret&num_iid=652874751412&lang=en&is_promotion=1`,
    )
    expect(await getState({ shopType })).toBe('found')
  })

  test('returns title, price, pictures, properties and variants', async () => {
    const result = await findAt({})
    if (result.state !== 'found') throw new Error(result.state)
    const { price, imgList, skus, ...texts } = result.info
    expect(texts).toMatchObject({
      title: 'Bought T-shirt 652874751412',
      currency: 'CNY',
      propsTrans: { Material: '100 % cotton' },
      productAttr: [
        { attrTrans: 'Color', values: [{ valueTrans: 'Sage' }, { valueTrans: 'Oat' }] },
        { attrTrans: 'Size', values: [{ valueTrans: 'S' }, { valueTrans: 'M' }, { valueTrans: 'L' }] },
      ],
    })
    expect(price).toBeGreaterThanOrEqual(40)
    expect(imgList).toHaveLength(3)
    expect(imgList[0]).toMatch(/^http:.+\/pictures\/652874751412-1\.png$/)
    expect(skus).toHaveLength(6)
    expect(skus[4]).toMatchObject({
      skuID: expect.stringMatching(/^\d+$/),
      name: 'Oat / M',
      propsID: '1:2;2:2',
      imgUrl: imgList[1],
      stock: expect.any(Number),
      price: Number(price) + 1,
    })
  })

  test('pauses for an hour when its code says that the quota is used up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const from = createSources(getExample())
    const calls = simulator.calls('onebound')
    expect(await getState({ from, itemId: 'used-up-1' })).toBe('open')
    for (let i = 0; i < 10; i += 1) expect(await getState({ from })).toBe('open')
    expect(simulator.calls('onebound')).toBe(calls + 1)
    vi.setSystemTime(Date.now() + HOUR_MS)
    expect(await getState({ from })).toBe('found')
  })

  const timeout = 'timeout'
  const expected: Partial<Record<FaultName, string>> = {
    refused: 'refused',
    'no-dns': 'refused',
    slower: timeout,
    silent: timeout,
    'headers-then-silent': timeout,
    drip: timeout,
    reset: 'refused',
    cut: 'bad-body',
    html: 'bad-type',
    empty: 'bad-body',
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
    'wrong-schema': 'bad-body',
    'error-code': 'bad-body',
    'other-item': 'bad-body',
    poisoned: 'found',
    'unknown-item': 'not-found',
    'not-found': 'not-found',
  }

  test('is tried with every fault', () => {
    expect(Object.keys(faults).filter((fault) => !(fault in expected))).toEqual(['slow'])
  })

  test.each(Object.entries(expected))('fault %s gives %s', async (fault, outcome) => {
    simulator.setFault('onebound', fault as FaultName) // the names are keys of the table above
    const inside = simulator.calls('inside')
    expect(await getState({ timeoutMs: outcome === timeout ? 150 : 8_000 })).toBe(outcome)
    expect(simulator.calls('inside')).toBe(inside)
  })

  test('returns harmful data as harmless text', async () => {
    simulator.setFault('onebound', 'poisoned')
    const result = await findAt({})
    expect(JSON.stringify(result)).not.toMatch(/<b|<script|onmouseover|polluted/)
    expect(result).toMatchObject({
      state: 'found',
      info: { title: 'Tee', propsTrans: { Fit: 'Tee' }, skus: [{ stock: null }] },
    })
    expect('polluted' in {}).toBe(false)
  })
})

test('one source that fails repeatedly is not requested, while the others are', async () => {
  reply = (request, response) => {
    const isBroken = String(request.url).startsWith('/Broken')
    response.writeHead(isBroken ? 500 : 200, { 'content-type': 'application/json' }).end('{"title": "Tee"}')
  }
  const outbound = createTestOutbound()
  const from = createSources(createSellers({ name: 'Broken' }, { name: 'Good' }), outbound)
  for (let i = 0; i < 5; i += 1) expect(await getState({ from, key: 'product:Broken' })).toBe('status')
  expect(await getState({ from, key: 'product:Broken' })).toBe('open')
  expect(await getState({ from, key: 'product:Good' })).toBe('found')
  expect(requestedPaths.filter((path) => path.startsWith('/Broken'))).toHaveLength(5)
  expect(outbound.status().map(({ source, state }) => [source, state])).toEqual([
    ['product Broken', 'open'],
    ['product Good', 'closed'],
  ])
})

describe('a quota header', () => {
  const quotaHeader = 'X-RateLimit-Remaining'
  const readQuota = (from: InfoSource[]) =>
    listInfoHealthLines(from)
      .find(({ name }) => name === 'Product information, Metered')
      ?.readQuota?.()

  test('is shown, and with 0 no request is sent for an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const outbound = createTestOutbound()
    const from = createSources(createSellers({ name: 'Metered', quotaHeader }), outbound)
    const find = () => getState({ from, key: 'product:Metered' })
    replyWith({ title: 'Tee' }, { 'x-ratelimit-remaining': '2' })
    expect(await find()).toBe('found')
    expect(readQuota(from)).toEqual({ left: 2, usedUpUntil: undefined })

    replyWith({ title: 'Tee' }, { 'x-ratelimit-remaining': '0' })
    expect(await find()).toBe('found')
    expect(readQuota(from)).toEqual({ left: 0, usedUpUntil: Date.now() + HOUR_MS })
    for (let i = 0; i < 20; i += 1) expect(await find()).toBe('open')
    expect(requestedPaths).toHaveLength(2)
    // Not a fault of the source: its circuit breaker stays closed.
    expect(outbound.status()).toMatchObject([{ source: 'product Metered', state: 'closed', failures: 0 }])

    vi.setSystemTime(Date.now() + HOUR_MS)
    expect(await find()).toBe('found')
    expect(requestedPaths).toHaveLength(3)
  })

  test('of a refusal counts too, until the time in Retry-After', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const from = createSources(createSellers({ name: 'Metered', quotaHeader }))
    const find = () => getState({ from, key: 'product:Metered' })
    replyWith({ error: 'quota' }, { 'x-ratelimit-remaining': '0', 'retry-after': '7200' }, 429)
    expect(await find()).toBe('status')
    replyWith({ title: 'Tee' })
    vi.setSystemTime(Date.now() + HOUR_MS)
    expect(await find()).toBe('open')
    expect(requestedPaths).toHaveLength(1)
    vi.setSystemTime(Date.now() + HOUR_MS)
    expect(await find()).toBe('found')
  })

  test('that one source has used up does not stop another', async () => {
    replyWith({ title: 'Tee' }, { 'x-ratelimit-remaining': '0' })
    const from = createSources(createSellers({ name: 'Metered', quotaHeader }, { name: 'Other' }))
    expect(await getState({ from, key: 'product:Metered' })).toBe('found')
    expect(await getState({ from, key: 'product:Metered' })).toBe('open')
    expect(await getState({ from, key: 'product:Other' })).toBe('found')
  })
})

test.each([
  ['a status', () => replyWith({}, {}, 403)],
  ['an error code', () => replyWith({ code: 7, message: 's3cret' })],
  ['a wrong form', () => replyWith('s3cret')],
  [
    'a broken connection',
    () => {
      reply = (request) => request.socket.destroy()
    },
  ],
  [
    'a redirect to another host',
    () => replyWith({}, { location: 'http://other.example/?secret=s3cret' }, 302),
  ],
])('secrets are in no log and no error after %s', async (_case, prepare) => {
  prepare()
  const url = `${sellerUrl}/Keyed/{id}?key={$ONEBOUND_KEY}&secret={$ONEBOUND_SECRET}`
  const headers = { 'x-api-key': '{$ONEBOUND_KEY}' }
  const all = createSources(createSellers({ name: 'Keyed', url, headers, codeAt: 'code' }))
  const sources = all.filter(({ key }) => key === 'product:Keyed')
  expect(await createInfoSearch({ sources, log })(item, false)).toBe('unavailable')
  const logged = JSON.stringify(Object.values(log).map(({ mock }) => mock.calls))
  expect(logged).toContain('product:Keyed')
  expect(logged).not.toMatch(/k3y-of-the-operator|s3cret/)
  const error = await findAt({ from: sources, key: 'product:Keyed' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SourceError)
  expect(String(Object(error).stack)).not.toMatch(/k3y-of-the-operator|s3cret/)
})
