import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashOf } from '#features/pictures/server/addresses.ts'
import { imageHostsOf, webSource } from '#features/pictures/server/sources.ts'
import { type Simulator, startSimulator } from '#main/simulate.ts'
import { type FaultName, faults } from '#main/simulate-faults.ts'
import { createOutbound } from '#shared/server/outbound.ts'
import type { ShopType } from '#shared/shops.ts'
import { createExternalQc } from './external-qc.ts'

const item = { shopType: 'weidian' as ShopType, itemId: '7711603445' }
const log = { warn: vi.fn(), error: vi.fn(), info: vi.fn() }

let simulator: Simulator
let now = 0
let asked = 0
beforeAll(async () => {
  simulator = await startSimulator({ port: 0 })
})
beforeEach(() => {
  now = 0
  asked = simulator.calls('qc')
  log.warn.mockClear()
  log.error.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  simulator.setFault('all', 'none')
})
afterAll(() => simulator.close())

const calls = () => simulator.calls('qc') - asked

/** The adapter pointed at the simulator, with the rules of pictures but nowhere to keep them. */
function aSource({
  url = `${simulator.url}/qc`,
  timeoutMs = 8_000,
}: {
  url?: string | undefined
  timeoutMs?: number
} = {}) {
  const hosts = imageHostsOf(['alicdn.com', simulator.url])
  const kept: string[] = []
  const pictures = {
    addressOf: (source: string) => `/img/signature/720/${hashOf(source)}.webp`,
    sourceOf: (raw: string) => webSource(raw, hosts),
    keep: async (sources: readonly string[]) => void kept.push(...sources),
  }
  const outbound = createOutbound({ breakerResetMs: 1_000, publicUrl: 'http://localhost:3000', log })
  return { kept, ...createExternalQc({ outbound, url, pictures, log, clock: () => now, timeoutMs }) }
}

test('photos come as addresses of ours, in the source’s order', async () => {
  const { find, kept } = aSource()
  const photos = await find(item)
  expect(kept).toEqual([1, 2, 3, 4].map((n) => `${simulator.url}/pictures/qc-7711603445-${n}.png`))
  expect(photos).toEqual(kept.map((source) => `/img/signature/720/${hashOf(source)}.webp`))
})

test('an answer counts for ten minutes, and 500 visitors make one call', async () => {
  const { find } = aSource()
  await Promise.all(Array.from({ length: 500 }, () => find(item)))
  now = 599_999
  await find(item)
  expect(calls()).toBe(1)
  now = 600_001
  await find(item)
  expect(calls()).toBe(2)
})

test('without an address there are no photos and no calls', async () => {
  const outbound = createOutbound({ breakerResetMs: 1_000, publicUrl: 'http://localhost:3000', log })
  const pictures = { addressOf: String, sourceOf: String, keep: async () => {} }
  expect(await createExternalQc({ outbound, pictures, log }).find(item)).toEqual([])
  expect(calls()).toBe(0)
})

const outcomes: Partial<Record<FaultName, string[]>> = {
  'unknown-item': [], // an empty list
  'not-found': [],
  'other-item': [], // an entry without a list
}

describe('a fault is null, within the time limit, and never an error', () => {
  const tried = Object.keys(faults).filter((fault) => fault !== 'slow' && fault !== 'poisoned')
  test.each(tried)('%s', async (fault) => {
    // The name comes from the table of faults.
    simulator.setFault('qc', fault as FaultName)
    const isSilent = ['slower', 'silent', 'headers-then-silent', 'drip'].includes(fault)
    const begun = performance.now()
    const photos = await aSource({ timeoutMs: isSilent ? 150 : 8_000 }).find(item)
    expect(photos).toEqual(outcomes[fault as FaultName] ?? null)
    expect(performance.now() - begun).toBeLessThan(isSilent ? 1_000 : 8_000)
    expect(simulator.calls('inside')).toBe(0)
    expect(log.error).not.toHaveBeenCalled()
  })

  test('nobody listens', async () => {
    expect(await aSource({ url: 'http://127.0.0.1:1/qc' }).find(item)).toBeNull()
  })
})

test('after a failure nobody makes us try again for ten seconds', async () => {
  simulator.setFault('qc', 'down')
  const { find } = aSource()
  expect(await find(item)).toBeNull()
  simulator.setFault('qc', 'none')
  now = 9_999
  expect(await find(item)).toBeNull()
  expect(calls()).toBe(1)
  now = 10_001
  expect(await find(item)).toHaveLength(4)
})

test('a source that keeps failing is left alone, and used again when it heals', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  simulator.setFault('qc', 'down')
  const { find } = aSource()
  for (let i = 0; i < 5; i += 1) await find({ ...item, itemId: `10000${i}` })
  const begun = performance.now()
  expect(await find({ ...item, itemId: '200000' })).toBeNull()
  expect(performance.now() - begun).toBeLessThan(50)
  expect(calls()).toBe(5)
  simulator.setFault('qc', 'none')
  vi.advanceTimersByTime(1_001)
  expect(await find({ ...item, itemId: '300000' })).toHaveLength(4)
})

test('of a poisoned list only what may be shown is left', async () => {
  simulator.setFault('qc', 'poisoned')
  const { find, kept } = aSource()
  expect(await find(item)).toHaveLength(1)
  expect(kept).toEqual(['https://img.alicdn.com/ok.jpg'])
})
