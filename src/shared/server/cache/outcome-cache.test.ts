import { expect, test, vi } from 'vitest'
import { runForRequesters } from '#shared/server/access/requesters.ts'
import { createOutcomeCache, markRateLimited } from './outcome-cache.ts'

function createTestCache() {
  const time = { now: 1_000 }
  const getLifetimeMs = (outcome: number | null) => (outcome === null ? 10 : 100)
  return {
    time,
    decideOnce: createOutcomeCache<number | null>({ maxEntries: 100, getLifetimeMs, clock: () => time.now }),
  }
}

test('shares one decision among concurrent callers and later ones while it is valid', async () => {
  const { decideOnce, time } = createTestCache()
  const decide = vi.fn(async () => 7)
  expect(await Promise.all(Array.from({ length: 500 }, () => decideOnce('a', decide)))).toEqual(
    Array(500).fill(7),
  )
  time.now += 99
  await decideOnce('a', decide)
  expect(decide).toHaveBeenCalledTimes(1)
  await decideOnce('b', decide)
  expect(decide).toHaveBeenCalledTimes(2)
  time.now += 2
  await decideOnce('a', decide)
  expect(decide).toHaveBeenCalledTimes(3)
})

test('caches null with a lifetime of its own', async () => {
  const { decideOnce, time } = createTestCache()
  const decide = vi.fn(async () => null)
  await decideOnce('a', decide)
  time.now += 9
  expect(await decideOnce('a', decide)).toBeNull()
  time.now += 2
  await decideOnce('a', decide)
  expect(decide).toHaveBeenCalledTimes(2)
})

test('isForced ignores a cached outcome and joins a decision in progress', async () => {
  const { decideOnce } = createTestCache()
  await decideOnce('a', async () => 1)
  expect(await decideOnce('a', async () => 2, true)).toBe(2)
  expect(await decideOnce('a', async () => 3)).toBe(2)
  const slow = Promise.withResolvers<number>()
  const first = decideOnce('b', () => slow.promise)
  const forced = decideOnce('b', async () => 5, true)
  slow.resolve(4)
  expect(await Promise.all([first, forced])).toEqual([4, 4])
})

test('does not cache a failed decision', async () => {
  const { decideOnce } = createTestCache()
  await expect(decideOnce('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await decideOnce('a', async () => 1)).toBe(1)
})

test('caches a rate-limited outcome for the limited network only, also as part of another outcome', async () => {
  const [{ decideOnce: decideAll }, { decideOnce }] = [createTestCache(), createTestCache()]
  const decide = vi.fn(async () => {
    markRateLimited()
    return 1
  })
  const from = (network: string, decideNow: () => Promise<number | null>) =>
    runForRequesters(
      () => [network],
      () => decideAll('all', () => decideOnce('part', decideNow)),
    )
  expect([await from('a', decide), await from('a', decide)]).toEqual([1, 1])
  expect(decide).toHaveBeenCalledTimes(1)
  expect(await from('b', async () => 2)).toBe(2)
})
