import { afterEach, expect, test, vi } from 'vitest'
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

test('it is not asked by more than 16 at once, nor waited for by more than 32', async () => {
  const call = aGate()
  const gate = Promise.withResolvers<string>()
  const task = vi.fn(() => gate.promise)
  const calls = Array.from({ length: 60 }, () => call('shop', task).catch((error) => error.kind))
  await Promise.resolve()
  expect(task).toHaveBeenCalledTimes(16)
  gate.resolve('done')
  const ended = await Promise.all(calls)
  expect(ended.filter((one) => one === 'done')).toHaveLength(48)
  expect(ended.filter((one) => one === 'busy')).toHaveLength(12)
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
