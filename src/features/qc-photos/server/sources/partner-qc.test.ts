import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ShopType } from '#shared/marketplaces.ts'
import { askSource } from '#shared/server/outbound/described-sources/ask-source.ts'
import { createOutbound } from '#shared/server/outbound/outbound.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import { HOUR_MS } from '#shared/time.ts'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { readExampleSources } from '#test/fixtures/example-sources.ts'
import type { QcSource } from './qc-source.ts'
import { parseSources } from './sources-file.ts'

const secrets: Record<string, string> = { KAKOBUY_TOKEN: 't0ken', PICKSLY_KEY: 'k3y' }
const now = Date.parse('2026-11-28T12:00:00Z')
const log = { warn: vi.fn(), info: vi.fn() }

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ port: 0 })
})
afterEach(() => {
  vi.useRealTimers()
  simulator.setFault('all', 'none')
})
afterAll(() => simulator.close())

/** The source in a ready file, at the simulator, and a function that requests it. */
function createExample(name: 'kakobuy' | 'picksly') {
  const file = readExampleSources(`${name}.json`, simulator.getSourceUrl(name))
  const [source] = parseSources(file, (variable) => secrets[variable])
  if (!source) throw new Error('The file has no source.')
  const outbound = createOutbound({ breakerResetMs: 60_000, publicUrl: 'http://localhost:3000', log })
  const find = (itemId: string, shopType: ShopType = 'weidian') => {
    const key = { shopType, itemId }
    const limits = { timeoutMs: 8_000, signal: AbortSignal.timeout(8_000), maxBytes: 2_000_000 }
    return askSource(outbound, source, key, { ...limits, read: (reply) => source.read(reply, key, now) })
  }
  /** The number of photos, or the kind of the failure. */
  const count = (itemId: string) =>
    find(itemId).then(
      (photos) => photos.length,
      (error) => (error instanceof SourceError ? (error.status ?? error.kind) : `thrown: ${error}`),
    )
  return { source, outbound, find, count }
}

const buildUrl = (source: QcSource, shopType: ShopType) => source.buildUrl({ shopType, itemId: '7711603445' })

describe('the ready file of KakoBuy', () => {
  test('asks with the token and the address of the item', () => {
    const { source } = createExample('kakobuy')
    expect(buildUrl(source, 'ali_1688')).toBe(
      `${simulator.getSourceUrl('kakobuy')}/open/pic/qcImage?token=t0ken&goodsUrl=https%3A%2F%2Fdetail.1688.com%2Foffer%2F7711603445.html`,
    )
  })

  test.each(['taobao', 'weidian', 'ali_1688'] as const)('returns dated photos of %s', async (shopType) => {
    const photos = await createExample('kakobuy').find('7711603445', shopType)
    expect(photos).toHaveLength(3)
    expect(photos[0]).toMatchObject({
      image: expect.stringContaining('/pictures/kakobuy-7711603445-1.png'),
      agent: 'KakoBuy',
      variant: null,
      takenAt: '2026-11-02T10:30:00.000Z',
    })
  })

  test('an item without photos is no failure of the source', async () => {
    const { count, outbound } = createExample('kakobuy')
    simulator.setFault('kakobuy', 'unknown-item')
    for (let i = 0; i < 6; i += 1) expect(await count(`71${i}`)).toBe(404)
    expect(outbound.status()).toMatchObject([{ source: 'qc KakoBuy', state: 'closed', failures: 0 }])
  })

  test('is not asked for an hour when its daily limit is used up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { count, source } = createExample('kakobuy')
    const calls = simulator.calls('kakobuy')
    expect(await count('used-up-1')).toBe('open')
    expect(await count('7711603445')).toBe('open')
    expect(simulator.calls('kakobuy')).toBe(calls + 1)
    expect(source.quota?.status()).toEqual({ left: 0, usedUpUntil: Date.now() + HOUR_MS })
    vi.setSystemTime(Date.now() + HOUR_MS)
    expect(await count('7711603445')).toBe(3)
  })

  test.each(['other-item', 'wrong-schema', 'error-code'] as const)('%s is a failure', async (fault) => {
    simulator.setFault('kakobuy', fault)
    expect(await createExample('kakobuy').count('7711603445')).toBe('bad-body')
  })
})

describe('the ready file of Picks.ly', () => {
  test('asks with the key in a header and the address of the item', () => {
    const { source } = createExample('picksly')
    expect(buildUrl(source, 'taobao')).toBe(
      `${simulator.getSourceUrl('picksly')}/api/qc/search?url=https%3A%2F%2Fitem.taobao.com%2Fitem.htm%3Fid%3D7711603445&limit=50&page=1`,
    )
    expect(source.headers).toEqual({ 'x-api-key': 'k3y' })
  })

  test('returns the photos of all albums, and how many calls are left', async () => {
    const { source, find } = createExample('picksly')
    expect((await find('7711603445')).length).toBe(3)
    expect(source.quota?.status()).toEqual({ left: 41, usedUpUntil: undefined })
  })

  test('an item without albums has no photos', async () => {
    simulator.setFault('picksly', 'unknown-item')
    expect(await createExample('picksly').count('7711603445')).toBe(0)
  })

  test('is not asked for an hour when its header says that no call is left', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { count } = createExample('picksly')
    const calls = simulator.calls('picksly')
    expect(await count('used-up-1')).toBe(3)
    for (let i = 0; i < 5; i += 1) expect(await count('7711603445')).toBe('open')
    expect(simulator.calls('picksly')).toBe(calls + 1)
    vi.setSystemTime(Date.now() + HOUR_MS)
    expect(await count('7711603445')).toBe(3)
  })

  test.each(['other-item', 'wrong-schema', 'error-code'] as const)('%s is a failure', async (fault) => {
    simulator.setFault('picksly', fault)
    expect(await createExample('picksly').count('7711603445')).toBe('bad-body')
  })
})
