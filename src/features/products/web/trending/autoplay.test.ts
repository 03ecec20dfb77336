import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AutoplayEvent, createAutoplay } from './autoplay.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function startAutoplay(options: { startsPaused?: boolean } = {}) {
  const advance = vi.fn<() => void>()
  const intervalMs = 3000
  const autoplay = createAutoplay({ advance, intervalMs, startsPaused: false, ...options })
  const stop = autoplay.subscribe(() => {})
  return { autoplay, advance, stop }
}

test('advances every 3000 ms while it plays', () => {
  const { autoplay, advance } = startAutoplay()
  vi.advanceTimersByTime(2999)
  expect(advance).not.toHaveBeenCalled()
  vi.advanceTimersByTime(6001)
  expect(advance).toHaveBeenCalledTimes(3)
  expect(autoplay.state()).toBe('playing')
})

test.each<[AutoplayEvent[], string]>([
  [['enter'], 'hovered'],
  [['enter', 'leave'], 'playing'],
  [['focus'], 'focused'],
  [['enter', 'focus'], 'focused'],
  [['enter', 'focus', 'leave'], 'focused'],
  [['focus', 'blur'], 'playing'],
  [['pause'], 'paused'],
  [['focus', 'pause', 'blur'], 'paused'],
  [['pause', 'enter', 'leave'], 'paused'],
  [['pause', 'play'], 'playing'],
  [['pause', 'focus', 'play'], 'focused'],
])('after the events %j the state is %s', (events, state) => {
  const { autoplay, advance } = startAutoplay()
  for (const event of events) autoplay.send(event)
  vi.advanceTimersByTime(3000)
  expect(autoplay.state()).toBe(state)
  expect(advance).toHaveBeenCalledTimes(state === 'playing' ? 1 : 0)
})

test('restarts the interval after a hold', () => {
  const { autoplay, advance } = startAutoplay()
  vi.advanceTimersByTime(2900)
  autoplay.send('enter')
  autoplay.send('leave')
  vi.advanceTimersByTime(2900)
  expect(advance).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(advance).toHaveBeenCalledTimes(1)
})

test('does not advance in the background', () => {
  const { autoplay, advance } = startAutoplay()
  autoplay.send('hide')
  vi.advanceTimersByTime(60_000)
  expect(advance).not.toHaveBeenCalled()
  autoplay.send('show')
  vi.advanceTimersByTime(3000)
  expect(advance).toHaveBeenCalledTimes(1)
})

test('starts paused on request and can be played', () => {
  const { autoplay, advance } = startAutoplay({ startsPaused: true })
  vi.advanceTimersByTime(9000)
  expect(advance).not.toHaveBeenCalled()
  autoplay.send('play')
  vi.advanceTimersByTime(3000)
  expect(advance).toHaveBeenCalledTimes(1)
})

test('notifies its listeners, and stops without any', () => {
  const { autoplay, advance, stop } = startAutoplay()
  const listener = vi.fn<() => void>()
  const unsubscribe = autoplay.subscribe(listener)
  autoplay.send('pause')
  expect(listener).toHaveBeenCalledTimes(1)
  autoplay.send('play')
  unsubscribe()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(advance).not.toHaveBeenCalled()
})
