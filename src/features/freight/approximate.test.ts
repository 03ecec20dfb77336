import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#shared/time.ts'
import { formatApproximate } from './approximate.ts'

const rates = { base: 'EUR', date: '2026-11-01', source: 'ECB', rates: { CNY: '8', JPY: '160', CHF: '0.92' } }
const addDays = (count: number) => Date.parse(rates.date) + count * DAY_MS

beforeEach(() => {
  vi.useFakeTimers({ now: addDays(20) })
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
])('converts ¥294.12 to %s, in whole units: %s', (currency, isWhole, text) => {
  expect(formatApproximate(29412, 'CNY', currency, rates, isWhole)).toBe(text)
})

test.each([null, undefined, 'CNY', 'GBP'])('shows no converted amount for the currency %s', (currency) => {
  expect(formatApproximate(29412, 'CNY', currency, rates)).toBe('')
})

test('shows no converted amount when the rates are unknown or older than 180 days', () => {
  expect(formatApproximate(29412, 'CNY', 'EUR', undefined)).toBe('')
  vi.setSystemTime(addDays(180))
  expect(formatApproximate(29412, 'CNY', 'EUR', rates)).not.toBe('')
  vi.setSystemTime(addDays(180) + 1)
  expect(formatApproximate(29412, 'CNY', 'EUR', rates)).toBe('')
})
