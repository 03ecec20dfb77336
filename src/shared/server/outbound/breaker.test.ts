import { afterEach, describe, expect, test, vi } from 'vitest'
import { runForAskers } from '#shared/server/access/askers.ts'
import { createBreakers } from './breaker.ts'
import { SourceError } from './source-error.ts'

const changes = vi.fn()
afterEach(() => {
  vi.useRealTimers()
  changes.mockClear()
})

const aGate = () => createBreakers({ resetMs: 1_000, onChange: changes })
const fail = () => Promise.reject(new SourceError('timeout', 'late'))

test('a source is left alone after five faults in a row, tried once after the pause, and used again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const call = aGate()
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

test('it is left alone again when the trial call fails, which is no news', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const call = aGate()
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

test('it is not blamed for a plain 404', async () => {
  const call = aGate()
  const gone = () => Promise.reject(new SourceError('status', 'gone', 404))
  for (let i = 0; i < 10; i += 1) await expect(call('shop', gone)).rejects.toMatchObject({ status: 404 })
  expect(await call('shop', async () => 'fine')).toBe('fine')
})

describe('questions that only one network asks', () => {
  const answer = async () => 'fine'

  /** A source that one network's questions, and no others, have made fail. */
  async function aBlamedSource() {
    vi.useFakeTimers({ toFake: ['Date'] })
    const call = aGate()
    const ask = (networks: string | string[], task: () => Promise<string>) =>
      runForAskers(
        () => [networks].flat(),
        () => call('shop', task),
      )
    for (let i = 0; i < 5; i += 1) await ask('a', fail).catch(() => {})
    return ask
  }

  test('have the source left alone by that network, and by others once one of theirs fails too', async () => {
    const ask = await aBlamedSource()
    await expect(ask('a', answer)).rejects.toMatchObject({ kind: 'open' })
    await expect(ask('b', fail)).rejects.toMatchObject({ kind: 'timeout' })
    await expect(ask('c', answer)).rejects.toMatchObject({ kind: 'open' })
    expect(changes.mock.calls).toEqual([['shop', 'open']])
  })

  test('keep no other network from its answers, the first of which frees all', async () => {
    const ask = await aBlamedSource()
    expect(await ask('b', answer)).toBe('fine')
    expect(await ask('a', answer)).toBe('fine')
    expect(changes.mock.calls.map(([, state]) => state)).toEqual(['open', 'closed'])
  })

  test('do not use up the trials of others', async () => {
    const ask = await aBlamedSource()
    await ask('b', fail).catch(() => {})
    vi.advanceTimersByTime(1001)
    const trial = Promise.withResolvers<string>()
    const tried = [ask('a', () => trial.promise), ask('a', answer), ask('c', () => trial.promise)]
    await expect(tried[1]).rejects.toMatchObject({ kind: 'open' })
    await expect(ask('d', answer)).rejects.toMatchObject({ kind: 'open' }) // two at once are enough
    trial.reject(new SourceError('timeout', 'late'))
    await Promise.allSettled(tried)
    await expect(ask('d', answer)).rejects.toMatchObject({ kind: 'open' })
    vi.advanceTimersByTime(1001)
    await expect(ask('a', fail)).rejects.toMatchObject({ kind: 'timeout' })
    await expect(ask('a', answer)).rejects.toMatchObject({ kind: 'open' })
    expect(await ask('d', answer)).toBe('fine')
  })

  test('are asked for whoever may, when several wait for the same', async () => {
    const ask = await aBlamedSource()
    await expect(ask('a', answer)).rejects.toMatchObject({ kind: 'open' })
    expect(await ask(['a', 'b'], answer)).toBe('fine')
  })
})

describe('calls to one source at once', () => {
  /** A source that answers when it is let; `from` has a network ask it, and lists how each question ended. */
  function aSlowSource() {
    const call = aGate()
    const { promise, resolve } = Promise.withResolvers<string>()
    const task = vi.fn(() => promise)
    function from(network: string, count: number): string[] {
      const ended: string[] = []
      const ask = () =>
        runForAskers(
          () => [network],
          () => call('shop', task),
        )
      for (let at = 0; at < count; at += 1)
        ask().then(
          (answer) => ended.push(answer),
          ({ kind }) => ended.push(kind),
        )
      return ended
    }
    return { from, task, answer: () => resolve('done') }
  }
  const repeated = (outcome: string, count: number) => Array<string>(count).fill(outcome)

  test('are 8 of one network, for which 40 more may wait, and 16 of all', async () => {
    const { from, task, answer } = aSlowSource()
    const greedy = from('a', 60)
    await expect.poll(() => greedy).toEqual(repeated('busy', 12))
    expect(task).toHaveBeenCalledTimes(8)
    const others = ['b', 'c'].map((network) => from(network, 8))
    await expect.poll(() => task).toHaveBeenCalledTimes(16)
    answer()
    await expect.poll(() => others).toEqual([repeated('done', 8), repeated('done', 8)])
    await expect.poll(() => greedy).toEqual([...repeated('busy', 12), ...repeated('done', 48)])
  })

  test('do not wait so long that the source would be blamed for it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { from, task } = aSlowSource()
    const late = from('a', 9)
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(late).toEqual(['busy'])
    expect(task).toHaveBeenCalledTimes(8)
  })
})

test('it tells how its sources do: how long answers take, how many calls failed, since when it is left alone', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') })
  const call = aGate()
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
