import { expect, test, vi } from 'vitest'
import type { InfoResult } from '../contract.ts'
import { type FindInfo, productHandlers } from './routes.ts'

const result: InfoResult = {
  state: 'no-source',
  productInfo: null,
  shownSku: null,
  kind: null,
  source: null,
  sourceLabel: null,
  fetchedAt: null,
}
const caller = {
  address: '203.0.113.7',
  visitor: '203.0.113.7',
  userAgent: '',
  isPrefetch: false,
  wantsNoTracking: false,
  requestId: '',
  cookies: {},
}

function createTestHandler(now: () => number) {
  const reloads: boolean[] = []
  const find: FindInfo = async (_item, { forceReload }) => {
    reloads.push(forceReload)
    return result
  }
  const products = {
    list: async () => ({ items: [], total: 0 }),
    find: async () => null,
    readKeys: async () => {},
    countFacts: vi.fn(),
  }
  const { productInfo } = productHandlers({ products, views: { count: () => {} }, infos: { find }, now })
  const request = (forceReload?: boolean) =>
    productInfo({
      params: undefined,
      body: undefined,
      file: undefined,
      query: { shopType: 'taobao', productCode: '1', forceReload },
      session: undefined,
      isAdmin: true,
      caller,
    })
  return { reloads, request }
}

test('forces a reload only when forceReload is set', async () => {
  const { reloads, request } = createTestHandler(() => 0)
  await request(true)
  await request()
  expect(reloads).toEqual([true, false])
})

test('allows ten forced reloads per minute', async () => {
  let clock = 0
  const { reloads, request } = createTestHandler(() => clock)
  for (let n = 0; n < 12; n += 1) await request(true)
  expect(reloads.filter(Boolean)).toHaveLength(10)
  clock = 60_000
  await request(true)
  expect(reloads.at(-1)).toBe(true)
})
