import { beforeEach, expect, test, vi } from 'vitest'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import { createInfoSearch } from './info-search.ts'
import type { FindInfo, InfoSource, InfoSourceResult } from './info-source.ts'

const key = { shopType: 'taobao', itemId: '652874751412' } as const
const info: ProductInfo = {
  title: 'Tee',
  titleOriginal: '',
  price: 59,
  currency: 'CNY',
  imgList: [],
  skus: [],
  productAttr: [],
  propsTrans: {},
}
const log = { warn: vi.fn(), error: vi.fn() }
/** The keys of the requested sources, in order. */
let requested: string[] = []
beforeEach(() => {
  requested = []
})

type SourceSettings = Partial<Pick<InfoSource, 'marketplaces' | 'isNotFoundFinal'>>

function createSource(name: string, find: FindInfo | undefined, settings: SourceSettings = {}): InfoSource {
  return {
    key: name,
    label: name,
    marketplaces: ['taobao'],
    isNotFoundFinal: false,
    breakers: [name],
    healthLine: { name, offNote: '', fallback: '' },
    find:
      find &&
      ((item, request) => {
        requested.push(name)
        return find(item, request)
      }),
    ...settings,
  }
}

const returnResult =
  (result: InfoSourceResult): FindInfo =>
  async () =>
    result
const returnFound = returnResult({ state: 'found', info })
const returnNotFound = returnResult({ state: 'not-found' })
const returnWalled = returnResult({ state: 'walled' })
const returnUnknown = returnResult({ state: 'unknown' })
const fail: FindInfo = async () => {
  throw new SourceError('refused', 'The connection failed.')
}
const neverRespond: FindInfo = () => new Promise(() => {})

const search = (sources: readonly InfoSource[], timeoutMs?: number) =>
  createInfoSearch({ sources, log, timeoutMs })(key, false)

/** The shares of sources that fail after a time, which passes on a clock of the test. */
async function measureShares(getTookMs: (shareMs: number) => number, totalMs: number): Promise<number[]> {
  const sharesMs: number[] = []
  let nowMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const failLater: FindInfo = async (_key, { timeoutMs }) => {
    sharesMs.push(timeoutMs)
    nowMs += getTookMs(timeoutMs)
    throw new SourceError('timeout', 'The source took too long.')
  }
  const sources = ['a', 'b', 'c', 'd'].map((name) => createSource(name, failLater))
  await search(sources, totalMs)
  clock.mockRestore()
  return sharesMs
}

test('gives each source an equal share of the time', async () => {
  expect(await measureShares((shareMs) => shareMs, 8_000)).toEqual([2_000, 2_000, 2_000, 2_000])
})

test('gives the time that a fast failure leaves to the next sources', async () => {
  expect(await measureShares(() => 0, 12_000)).toEqual([3_000, 4_000, 6_000, 12_000])
})

test('stops waiting for a source that ignores its share', async () => {
  const find = vi.fn(returnFound)
  const sources = [createSource('a', neverRespond), createSource('b', neverRespond), createSource('c', find)]
  expect(await search(sources, 1_500)).toEqual({ info, source: 'c' })
  expect(find.mock.calls[0]?.[1].timeoutMs).toBeGreaterThan(0)
  expect(await search([createSource('a', neverRespond)], 100)).toBe('unavailable')
})

test('requests the next source after a "not found" that is not final', async () => {
  const sources = [createSource('service', returnNotFound), createSource('archive', returnFound)]
  expect(await search(sources)).toEqual({ info, source: 'archive' })
})

test('ends with a final "not found", without a request to the following sources', async () => {
  const sources = [
    createSource('service', fail),
    createSource('page', returnNotFound, { isNotFoundFinal: true }),
    createSource('last', returnFound),
  ]
  expect(await search(sources)).toBe('not-found')
  expect(requested).toEqual(['service', 'page'])
})

test.each([
  ['not-found', 'all sources say so', [returnNotFound, returnNotFound]],
  [
    'not-found',
    'one says so and the others have no information',
    [returnUnknown, returnNotFound, returnUnknown],
  ],
  ['not-found', 'one says so and another fails', [returnNotFound, fail]],
  ['not-found', 'one fails and another says so', [fail, returnNotFound]],
  ['not-found', 'one says so and another demands a login', [returnWalled, returnNotFound]],
  ['walled', 'one demands a login and another fails', [fail, returnWalled]],
  ['walled', 'one demands a login and another has no information', [returnWalled, returnUnknown]],
  ['unavailable', 'one fails and another has no information', [fail, returnUnknown]],
  ['no-source', 'none has information', [returnUnknown, returnUnknown]],
  ['no-source', 'there is none', []],
])('returns %s when %s', async (outcome, _case, finders) => {
  expect(await search(finders.map((find, index) => createSource(`${index}`, find)))).toBe(outcome)
})

test('skips sources that are not configured or do not serve the marketplace, and gives them no time', async () => {
  const find = vi.fn(returnFound)
  const sources = [
    createSource('off', undefined),
    createSource('weidian', returnFound, { marketplaces: ['weidian'] }),
    createSource('taobao', find),
  ]
  expect(await search(sources, 4_000)).toEqual({ info, source: 'taobao' })
  expect(requested).toEqual(['taobao'])
  expect(find.mock.calls[0]?.[1].timeoutMs).toBeGreaterThan(3_500)
})
