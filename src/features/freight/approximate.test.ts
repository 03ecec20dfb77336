import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#shared/time.ts'
import { formatApproximate } from './approximate.ts'

const rates = { base: 'EUR', date: '2026-11-01', source: 'ECB', rates: { CNY: '8', JPY: '160', CHF: '0.92' } }
const day = (count: number) => Date.parse(rates.date) + count * DAY_MS

beforeEach(() => {
  vi.useFakeTimers({ now: day(20) })
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['EUR', false, '≈ €36.77'],
  ['EUR', true, '≈ €37'],
  ['CHF', true, '≈ CHF 34'],
  ['JPY', false, '≈ JPY 5882'],
  ['JPY', true, '≈ JPY 5882'],
])('¥294.12 is about as much in %s, whole: %s', (currency, isWhole, text) => {
  expect(formatApproximate(29412, 'CNY', currency, rates, isWhole)).toBe(text)
})

test.each([null, undefined, 'CNY', 'GBP'])('there is nothing beside yuan in %s', (currency) => {
  expect(formatApproximate(29412, 'CNY', currency, rates)).toBe('')
})

test('there is nothing by rates that are not known or older than 180 days', () => {
  expect(formatApproximate(29412, 'CNY', 'EUR', undefined)).toBe('')
  vi.setSystemTime(day(180))
  expect(formatApproximate(29412, 'CNY', 'EUR', rates)).not.toBe('')
  vi.setSystemTime(day(180) + 1)
  expect(formatApproximate(29412, 'CNY', 'EUR', rates)).toBe('')
})
