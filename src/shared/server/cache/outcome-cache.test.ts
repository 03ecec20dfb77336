import { expect, test, vi } from 'vitest'
import { runForAskers } from '#shared/server/access/askers.ts'
import { createOutcomeCache, markRefusal } from './outcome-cache.ts'

function aMemory() {
  const time = { now: 1_000 }
  const getLifeMs = (outcome: number | null) => (outcome === null ? 10 : 100)
  return {
    time,
    ask: createOutcomeCache<number | null>({ maxEntries: 100, getLifeMs, clock: () => time.now }),
  }
}

test('shares one decision among concurrent callers and later ones while it is valid', async () => {
  const { ask, time } = aMemory()
  const decide = vi.fn(async () => 7)
  expect(await Promise.all(Array.from({ length: 500 }, () => ask('a', decide)))).toEqual(Array(500).fill(7))
  time.now += 99
  await ask('a', decide)
  expect(decide).toHaveBeenCalledTimes(1)
  await ask('b', decide)
  expect(decide).toHaveBeenCalledTimes(2)
  time.now += 2
  await ask('a', decide)
  expect(decide).toHaveBeenCalledTimes(3)
})

test('nothing is an outcome too, with a life of its own', async () => {
  const { ask, time } = aMemory()
  const decide = vi.fn(async () => null)
  await ask('a', decide)
  time.now += 9
  expect(await ask('a', decide)).toBeNull()
  time.now += 2
  await ask('a', decide)
  expect(decide).toHaveBeenCalledTimes(2)
})

test('force passes over what is remembered, not over what is under way', async () => {
  const { ask } = aMemory()
  await ask('a', async () => 1)
  expect(await ask('a', async () => 2, true)).toBe(2)
  expect(await ask('a', async () => 3)).toBe(2)
  const slow = Promise.withResolvers<number>()
  const first = ask('b', () => slow.promise)
  const forced = ask('b', async () => 5, true)
  slow.resolve(4)
  expect(await Promise.all([first, forced])).toEqual([4, 4])
})

test('a failed decision is not remembered', async () => {
  const { ask } = aMemory()
  await expect(ask('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await ask('a', async () => 1)).toBe(1)
})

test('what a refusal led to counts for the network that was refused alone, also where it is a part of more', async () => {
  const [{ ask: askAll }, { ask }] = [aMemory(), aMemory()]
  const decide = vi.fn(async () => {
    markRefusal()
    return 1
  })
  const from = (network: string, decideNow: () => Promise<number | null>) =>
    runForAskers(
      () => [network],
      () => askAll('all', () => ask('part', decideNow)),
    )
  expect([await from('a', decide), await from('a', decide)]).toEqual([1, 1])
  expect(decide).toHaveBeenCalledTimes(1)
  expect(await from('b', async () => 2)).toBe(2)
})
