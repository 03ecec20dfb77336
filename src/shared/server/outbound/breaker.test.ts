import { afterEach, describe, expect, test, vi } from 'vitest'
import { runForRequesters } from '#shared/server/access/requesters.ts'
import { createBreakers } from './breaker.ts'
import { SourceError } from './source-error.ts'

const changes = vi.fn()
afterEach(() => {
  vi.useRealTimers()
  changes.mockClear()
})

const createTestBreakers = () => createBreakers({ resetMs: 1_000, onChange: changes })
const fail = () => Promise.reject(new SourceError('timeout', 'late'))

test('opens after five consecutive faults, allows one trial after the pause, and closes when it succeeds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const call = createTestBreakers()
  const failing = vi.fn(fail)
  for (let i = 0; i < 5; i += 1) {
    await expect(call('shop', failing)).rejects.toMatchObject({ kind: 'timeout' })
  }
  await expect(call('shop', failing)).rejects.toMatchObject({ kind: 'open' })
  expect(failing).toHaveBeenCalledTimes(5)
  expect(await call('other', async () => 'fine')).toBe('fine')

  vi.advanceTimersByTime(1001)
  const trial = Promise.withResolvers<string>()
  const tried = call('shop', () => trial.promise)
  await expect(call('shop', failing)).rejects.toMatchObject({ kind: 'open' })
  trial.resolve('well again')
  expect(await tried).toBe('well again')
  expect(await call('shop', async () => 'still')).toBe('still')
  expect(changes.mock.calls).toEqual([
    ['shop', 'open'],
    ['shop', 'closed'],
  ])
})

test('stays open without a notification when the trial call fails', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const call = createTestBreakers()
  for (let i = 0; i < 5; i += 1) await call('shop', fail).catch(() => {})
  vi.advanceTimersByTime(1001)
  await expect(call('shop', fail)).rejects.toMatchObject({ kind: 'timeout' })
  await expect(call('shop', async () => 'fine')).rejects.toMatchObject({ kind: 'open' })
  expect(changes.mock.calls).toEqual([['shop', 'open']])
  vi.advanceTimersByTime(1001)
  await call('shop', async () => 'fine')
  for (let i = 0; i < 5; i += 1) await call('shop', fail).catch(() => {})
  expect(changes.mock.calls.map(([, state]) => state)).toEqual(['open', 'closed', 'open'])
})

test('does not count a 404 as a fault', async () => {
  const call = createTestBreakers()
  const gone = () => Promise.reject(new SourceError('status', 'gone', 404))
  for (let i = 0; i < 10; i += 1) await expect(call('shop', gone)).rejects.toMatchObject({ status: 404 })
  expect(await call('shop', async () => 'fine')).toBe('fine')
})

describe('faults that only one network met', () => {
  const respond = async () => 'fine'

  /** A source for which one network alone met the faults. */
  async function createFailedSource() {
    vi.useFakeTimers({ toFake: ['Date'] })
    const call = createTestBreakers()
    const ask = (networks: string | string[], task: () => Promise<string>) =>
      runForRequesters(
        () => [networks].flat(),
        () => call('shop', task),
      )
    for (let i = 0; i < 5; i += 1) await ask('a', fail).catch(() => {})
    return ask
  }

  test('open the circuit for that network, and for all when another network meets a fault', async () => {
    const ask = await createFailedSource()
    await expect(ask('a', respond)).rejects.toMatchObject({ kind: 'open' })
    await expect(ask('b', fail)).rejects.toMatchObject({ kind: 'timeout' })
    await expect(ask('c', respond)).rejects.toMatchObject({ kind: 'open' })
    expect(changes.mock.calls).toEqual([['shop', 'open']])
  })

  test('leave the circuit closed for other networks, whose first success closes it for all', async () => {
    const ask = await createFailedSource()
    expect(await ask('b', respond)).toBe('fine')
    expect(await ask('a', respond)).toBe('fine')
    expect(changes.mock.calls.map(([, state]) => state)).toEqual(['open', 'closed'])
  })

  test('do not use up the trials of other networks', async () => {
    const ask = await createFailedSource()
    await ask('b', fail).catch(() => {})
    vi.advanceTimersByTime(1001)
    const trial = Promise.withResolvers<string>()
    const tried = [ask('a', () => trial.promise), ask('a', respond), ask('c', () => trial.promise)]
    await expect(tried[1]).rejects.toMatchObject({ kind: 'open' })
    await expect(ask('d', respond)).rejects.toMatchObject({ kind: 'open' }) // two at once are enough
    trial.reject(new SourceError('timeout', 'late'))
    await Promise.allSettled(tried)
    await expect(ask('d', respond)).rejects.toMatchObject({ kind: 'open' })
    vi.advanceTimersByTime(1001)
    await expect(ask('a', fail)).rejects.toMatchObject({ kind: 'timeout' })
    await expect(ask('a', respond)).rejects.toMatchObject({ kind: 'open' })
    expect(await ask('d', respond)).toBe('fine')
  })

  test('do not block a shared call when one of its networks is admitted', async () => {
    const ask = await createFailedSource()
    await expect(ask('a', respond)).rejects.toMatchObject({ kind: 'open' })
    expect(await ask(['a', 'b'], respond)).toBe('fine')
  })
})

describe('parallel calls to one source', () => {
  /** A source that responds on demand; `from` makes a network call it, and lists the outcomes. */
  function aSlowSource() {
    const call = createTestBreakers()
    const { promise, resolve } = Promise.withResolvers<string>()
    const task = vi.fn(() => promise)
    function from(network: string, count: number): string[] {
      const ended: string[] = []
      const ask = () =>
        runForRequesters(
          () => [network],
          () => call('shop', task),
        )
      for (let at = 0; at < count; at += 1)
        ask().then(
          (respond) => ended.push(respond),
          ({ kind }) => ended.push(kind),
        )
      return ended
    }
    return { from, task, respond: () => resolve('done') }
  }
  const repeated = (outcome: string, count: number) => Array<string>(count).fill(outcome)

  test('are limited to 8 per network, with 40 more in its queue, and to 16 in all', async () => {
    const { from, task, respond } = aSlowSource()
    const greedy = from('a', 60)
    await expect.poll(() => greedy).toEqual(repeated('busy', 12))
    expect(task).toHaveBeenCalledTimes(8)
    const others = ['b', 'c'].map((network) => from(network, 8))
    await expect.poll(() => task).toHaveBeenCalledTimes(16)
    respond()
    await expect.poll(() => others).toEqual([repeated('done', 8), repeated('done', 8)])
    await expect.poll(() => greedy).toEqual([...repeated('busy', 12), ...repeated('done', 48)])
  })

  test('time out in the queue before the source would be blamed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { from, task } = aSlowSource()
    const late = from('a', 9)
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(late).toEqual(['busy'])
    expect(task).toHaveBeenCalledTimes(8)
  })
})

test('status reports average times, failures and since when the circuit is open', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') })
  const call = createTestBreakers()
  const takes = (milliseconds: number) => async () => vi.advanceTimersByTime(milliseconds)
  expect(call.status()).toEqual([])
  for (let i = 0; i < 10; i += 1) await call('shop', takes(600))
  const [well] = call.status()
  expect(well).toMatchObject({ source: 'shop', failures: 0, averageMs: 600, slowSince: undefined })

  for (let i = 0; i < 6; i += 1) await call('shop', takes(3000))
  const [slow] = call.status()
  expect(slow).toMatchObject({ averageMs: 2040, slowSince: Date.parse('2026-11-21T08:00:24Z') })
  await call('shop', takes(3000))
  expect(call.status()[0]?.slowSince).toBe(slow?.slowSince)
  for (let i = 0; i < 10; i += 1) await call('shop', takes(100))
  expect(call.status()[0]).toMatchObject({ averageMs: 100, slowSince: undefined, downSince: undefined })

  const broken = Date.now()
  for (let i = 0; i < 5; i += 1) await call('shop', fail).catch(() => {})
  vi.advanceTimersByTime(1001)
  await call('shop', fail).catch(() => {})
  const down = { failures: 6, downSince: broken, askedAt: Date.now(), averageMs: 100 }
  expect(call.status()).toMatchObject([{ source: 'shop', ...down }])
  vi.advanceTimersByTime(1001)
  await call('shop', takes(100))
  expect(call.status()).toMatchObject([{ failures: 0, downSince: undefined }])
})
