import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { createSourceQuota } from './source-quota.ts'

const noon = Date.parse('2026-11-28T12:00:00Z')

function createQuota(header: string | null = 'x-left') {
  const clock = { now: noon }
  const quota = createSourceQuota(header ?? undefined, () => clock.now)
  const isPaused = () => {
    try {
      quota.assertLeft()
      return false
    } catch (error) {
      expect(error).toMatchObject({ name: 'SourceError', kind: 'open' })
      return true
    }
  }
  return { ...quota, clock, isPaused }
}

test('reports how many calls are left', () => {
  const { readHeaders, status, isPaused } = createQuota()
  expect(status()).toEqual({ left: undefined, usedUpUntil: undefined })
  readHeaders({ 'x-left': '412' })
  expect(status()).toEqual({ left: 412, usedUpUntil: undefined })
  readHeaders({})
  expect(status().left).toBe(412)
  expect(isPaused()).toBe(false)
})

describe('with no calls left', () => {
  test.each([
    ['for an hour', {}, HOUR_MS],
    ['for the seconds in Retry-After', { 'retry-after': '90' }, 90_000],
    [
      'until the date in Retry-After',
      { 'retry-after': new Date(Date.now() + HOUR_MS).toUTCString() },
      HOUR_MS,
    ],
    ['for the seconds in a reset header', { 'x-ratelimit-reset': '600' }, 600_000],
    ['until the second in a reset header', { 'ratelimit-reset': String(noon / 1000 + 300) }, 300_000],
    ['until the millisecond in a reset header', { 'x-ratelimit-reset': String(noon + 1500) }, 1_500],
    ['for an hour after a reset that has passed', { 'x-ratelimit-reset': String(noon / 1000 - 9) }, HOUR_MS],
    ['for an hour with a malformed reset', { 'x-ratelimit-reset': 'tomorrow' }, HOUR_MS],
    ['for a day at most', { 'retry-after': '999999999' }, DAY_MS],
  ])('pauses %s', (_case, headers, expectedMs) => {
    const { readHeaders, status, isPaused, clock } = createQuota()
    readHeaders({ 'x-left': '0', ...headers })
    const { left, usedUpUntil = 0 } = status()
    expect(left).toBe(0)
    // A date has whole seconds and is compared with the machine's clock.
    expect(Math.abs(usedUpUntil - noon - expectedMs)).toBeLessThan('retry-after' in headers ? 5_000 : 1)
    clock.now = usedUpUntil - 1
    expect(isPaused()).toBe(true)
    clock.now = usedUpUntil
    expect(isPaused()).toBe(false)
    expect(status()).toEqual({ left: undefined, usedUpUntil: undefined })
  })

  test('a late response with an older number does not end the pause', () => {
    const { readHeaders, isPaused } = createQuota()
    readHeaders({ 'x-left': '0' })
    readHeaders({ 'x-left': '1' })
    expect(isPaused()).toBe(true)
  })

  test('a reply can say it instead of a header', () => {
    const { useUp, status, isPaused } = createQuota(null)
    useUp()
    expect(isPaused()).toBe(true)
    expect(status()).toEqual({ left: 0, usedUpUntil: noon + HOUR_MS })
  })
})

test.each(['', 'many', '-1', '99999999999999'])('ignores the number %j', (text) => {
  const { readHeaders, status } = createQuota()
  readHeaders({ 'x-left': text })
  expect(status().left).toBeUndefined()
})

test('reads no header when none is named', () => {
  const { readHeaders, status } = createQuota(null)
  readHeaders({ undefined: '0', 'x-left': '0' })
  expect(status()).toEqual({ left: undefined, usedUpUntil: undefined })
})
