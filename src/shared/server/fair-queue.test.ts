import { expect, onTestFinished, test, vi } from 'vitest'
import { getAskers, runForAskers, shareWork } from '#shared/server/access/askers.ts'
import { createFairQueue } from './fair-queue.ts'

/** Who has begun, in order; `end` ends what a caller asked for, by the name it was given. */
function createStage(heldAtOnce: number, waitMs?: number) {
  const queue = createFairQueue({
    heldAtOnce,
    heldByOne: 2,
    waiting: 4,
    waitingOfOne: 3,
    ...(waitMs && { waitMs }),
  })
  const ends = new Map<string, () => void>()
  const begun: string[] = []
  const refused: [string, string][] = []
  return {
    begun,
    refused,
    /** A call named by its asker and a number; others may ask for the same meanwhile. */
    async ask(name: string, others: string[] = []): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      const askers = () => [name.charAt(0), ...others]
      queue.take(askers, promise).then(
        () => begun.push(name),
        ({ reason }) => refused.push([name, reason]),
      )
      await new Promise(setImmediate)
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

test('an asker gets two places, and the next when one of them is free', async () => {
  const { ask, end, begun } = createStage(4)
  for (const name of ['a1', 'a2', 'a3']) await ask(name)
  expect(begun).toEqual(['a1', 'a2'])
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
})

test('gives a free place to the asker that holds the fewest, then in turns', async () => {
  const { ask, end, begun } = createStage(2)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) await ask(name)
  for (const name of ['a1', 'a2', 'b1', 'a3', 'c1']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2'])
})

test('who goes while waiting leaves its turn to others', async () => {
  const { ask, end, begun, refused } = createStage(1)
  for (const name of ['a1', 'b1', 'c1']) await ask(name)
  await end('b1')
  await end('a1')
  expect(begun).toEqual(['a1', 'c1'])
  expect(refused).toEqual([['b1', 'gone']])
})

test('rejects an asker with too many waiting calls, and all when too many wait', async () => {
  const { ask, refused } = createStage(1)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1']) await ask(name)
  expect(refused).toEqual([
    ['a5', 'own-line'],
    ['c1', 'all-lines'],
  ])
})

test('serves the others before an asker that was served, also when it held nothing in between', async () => {
  const { ask, end, begun } = createStage(1)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) await ask(name)
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
})

test('what another asks for as well has its turn when one of both has', async () => {
  const { ask, end, begun } = createStage(1)
  const others: string[] = []
  await ask('a1')
  await ask('a2')
  await ask('a3', others)
  others.push('b')
  await ask('c1')
  for (const name of ['a1', 'a2', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'c1'])
})

test('what another asks for as well begins at once where that one may still have a place', async () => {
  const queue = createFairQueue({ heldAtOnce: 2, heldByOne: 1, waiting: 4, waitingOfOne: 3 })
  const begun: string[] = []
  const { promise: held, resolve: end } = Promise.withResolvers<void>()
  const ask = (name: string) =>
    shareWork(() =>
      queue.run(getAskers(), () => {
        begun.push(name)
        return held
      }),
    )
  const [first, second] = runForAskers(
    () => ['a'],
    () => [ask('a1'), ask('a2')],
  )
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1'])
  const joined = runForAskers(
    () => ['b'],
    () => second?.join(),
  )
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'a2'])
  end()
  await Promise.all([first?.result, joined])
})

test('who waits too long is refused, and takes no place when there is one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { ask, end, begun, refused } = createStage(1, 500)
  await ask('a1')
  await ask('b1')
  vi.advanceTimersByTime(499)
  await ask('c1')
  vi.advanceTimersByTime(1)
  await end('a1')
  expect(refused).toEqual([['b1', 'late']])
  expect(begun).toEqual(['a1', 'c1'])
  vi.advanceTimersByTime(10_000)
  await end('b1')
  await ask('d1')
  await end('c1')
  expect(begun).toEqual(['a1', 'c1', 'd1'])
})

test('a task has a place until it is over, however it ends', async () => {
  const queue = createFairQueue({ heldAtOnce: 1, heldByOne: 1, waiting: 1, waitingOfOne: 1 })
  const ask = (task: () => Promise<string>) => queue.run(() => ['a'], task)
  const failing = ask(() => Promise.reject(new Error('failed')))
  const next = ask(async () => 'next')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('next')
})
