import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#shared/time.ts'
import { eventually } from '#test/eventually.ts'
import { runHourly } from './hourly-tasks.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('each task runs at the start and every hour, in order, until it is stopped', async () => {
  const done: string[] = []
  const task = (name: string) => async () => done.push(name)
  const stop = runHourly([task('first'), task('second')], () => {})
  for (let hours = 1; hours <= 3; hours += 1) {
    await expect.poll(() => done).toHaveLength(2 * hours)
    vi.advanceTimersByTime(HOUR_MS)
  }
  await stop()
  expect(done).toEqual(Array.from({ length: 4 }, () => ['first', 'second']).flat())
  vi.advanceTimersByTime(HOUR_MS)
  expect(done).toHaveLength(8)
})

test('reports a failed task, runs the others and retries it', async () => {
  const reported: unknown[] = []
  let tries = 0
  let others = 0
  const failing = async () => {
    tries += 1
    if (tries === 1) throw new Error('The database is away.')
  }
  const stop = runHourly([failing, async () => (others += 1)], (error) => reported.push(error))
  await expect.poll(() => others).toBe(1)
  expect(reported).toEqual([new Error('The database is away.')])
  vi.advanceTimersByTime(HOUR_MS)
  await expect.poll(() => others).toBe(2)
  await stop()
  expect([tries, reported.length]).toEqual([2, 1])
})

test('stopping waits for the task in progress', async () => {
  let finish = () => {}
  let isDone = false
  const stop = runHourly(
    [() => new Promise<void>((resolve) => (finish = resolve)).then(() => (isDone = true))],
    () => {},
  )
  await eventually(finish)
  const stopped = stop()
  finish()
  await stopped
  expect(isDone).toBe(true)
})
