import { expect, test, vi } from 'vitest'
import type { InfoAnswer } from '../../contract.ts'
import { type FindInfo, productHandlers } from '../routes.ts'

const known: InfoAnswer = {
  state: 'no-source',
  productInfo: null,
  shownSku: null,
  source: null,
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
    return known
  }
  const products = {
    list: async () => ({ items: [], total: 0 }),
    find: async () => null,
    readKeys: async () => {},
    countFacts: vi.fn(),
  }
  const { productInfo } = productHandlers({ products, views: { count: () => {} }, infos: { find }, now })
  const ask = (forceReload?: boolean) =>
    productInfo({
      params: undefined,
      body: undefined,
      file: undefined,
      query: { shopType: 'taobao', productCode: '1', forceReload },
      session: undefined,
      isAdmin: true,
      caller,
    })
  return { reloads, ask }
}

test('a reload is forced only when it is asked for', async () => {
  const { reloads, ask } = createTestHandler(() => 0)
  await ask(true)
  await ask()
  expect(reloads).toEqual([true, false])
})

test('ten forced reloads a minute are honoured', async () => {
  let clock = 0
  const { reloads, ask } = createTestHandler(() => clock)
  for (let n = 0; n < 12; n += 1) await ask(true)
  expect(reloads.filter(Boolean)).toHaveLength(10)
  clock = 60_000
  await ask(true)
  expect(reloads.at(-1)).toBe(true)
})
