import { expect, onTestFinished, test, vi } from 'vitest'
import { getRequesters, runForRequesters, shareWork } from '#shared/server/access/requesters.ts'
import { createFairQueue } from './fair-queue.ts'

/** A queue with named tasks: `started` lists them in order, `end` ends one by its name. */
function createTestQueue(maxSlots: number, maxWaitMs?: number) {
  const queue = createFairQueue({
    maxSlots,
    maxSlotsPerRequester: 2,
    maxWaiting: 4,
    maxWaitingPerRequester: 3,
    ...(maxWaitMs && { maxWaitMs }),
  })
  const ends = new Map<string, () => void>()
  const started: string[] = []
  const rejected: [string, string][] = []
  return {
    started,
    rejected,
    /** Requests a place for a task; the first letter of its name is its requester, `others` share it. */
    async ask(name: string, others: string[] = []): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      const requesters = () => [name.charAt(0), ...others]
      queue.take(requesters, promise).then(
        () => started.push(name),
        ({ reason }) => rejected.push([name, reason]),
      )
      await new Promise(setImmediate)
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

test('gives a requester two places, and the next one when one of them is free', async () => {
  const { ask, end, started } = createTestQueue(4)
  for (const name of ['a1', 'a2', 'a3']) await ask(name)
  expect(started).toEqual(['a1', 'a2'])
  await end('a2')
  expect(started).toEqual(['a1', 'a2', 'a3'])
})

test('gives a free place to the requester that holds the fewest, then in turns', async () => {
  const { ask, end, started } = createTestQueue(2)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) await ask(name)
  for (const name of ['a1', 'a2', 'b1', 'a3', 'c1']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2'])
})

test('gives the turn of a task that ended while waiting to the next', async () => {
  const { ask, end, started, rejected } = createTestQueue(1)
  for (const name of ['a1', 'b1', 'c1']) await ask(name)
  await end('b1')
  await end('a1')
  expect(started).toEqual(['a1', 'c1'])
  expect(rejected).toEqual([['b1', 'disconnected']])
})

test('rejects a requester with too many waiting calls, and all when too many wait', async () => {
  const { ask, rejected } = createTestQueue(1)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1']) await ask(name)
  expect(rejected).toEqual([
    ['a5', 'requester-full'],
    ['c1', 'queue-full'],
  ])
})

test('serves other requesters before one that was just served, even when it holds nothing', async () => {
  const { ask, end, started } = createTestQueue(1)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) await ask(name)
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
})

test('runs shared work at the turn of any of its requesters', async () => {
  const { ask, end, started } = createTestQueue(1)
  const others: string[] = []
  await ask('a1')
  await ask('a2')
  await ask('a3', others)
  others.push('b')
  await ask('c1')
  for (const name of ['a1', 'a2', 'a3']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'a3', 'c1'])
})

test('starts shared work at once when a requester that joins has a free place', async () => {
  const queue = createFairQueue({
    maxSlots: 2,
    maxSlotsPerRequester: 1,
    maxWaiting: 4,
    maxWaitingPerRequester: 3,
  })
  const started: string[] = []
  const { promise: pending, resolve: end } = Promise.withResolvers<void>()
  const ask = (name: string) =>
    shareWork(() =>
      queue.run(getRequesters(), () => {
        started.push(name)
        return pending
      }),
    )
  const [first, second] = runForRequesters(
    () => ['a'],
    () => [ask('a1'), ask('a2')],
  )
  await new Promise(setImmediate)
  expect(started).toEqual(['a1'])
  const joined = runForRequesters(
    () => ['b'],
    () => second?.join(),
  )
  await new Promise(setImmediate)
  expect(started).toEqual(['a1', 'a2'])
  end()
  await Promise.all([first?.result, joined])
})

test('rejects a task that waits too long and does not run it later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { ask, end, started, rejected } = createTestQueue(1, 500)
  await ask('a1')
  await ask('b1')
  vi.advanceTimersByTime(499)
  await ask('c1')
  vi.advanceTimersByTime(1)
  await end('a1')
  expect(rejected).toEqual([['b1', 'timeout']])
  expect(started).toEqual(['a1', 'c1'])
  vi.advanceTimersByTime(10_000)
  await end('b1')
  await ask('d1')
  await end('c1')
  expect(started).toEqual(['a1', 'c1', 'd1'])
})

test('releases the place of a task that fails', async () => {
  const queue = createFairQueue({
    maxSlots: 1,
    maxSlotsPerRequester: 1,
    maxWaiting: 1,
    maxWaitingPerRequester: 1,
  })
  const ask = (task: () => Promise<string>) => queue.run(() => ['a'], task)
  const failing = ask(() => Promise.reject(new Error('failed')))
  const next = ask(async () => 'next')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('next')
})
