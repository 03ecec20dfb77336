import { expect, test } from 'vitest'
import { estimateOption } from '#test/fixtures/freight-fixture.ts'
import { formatMoney, formatPriceRange, formatTransitDays } from './format-money.ts'

const yuan = { code: 'CNY', name: 'yuan', symbol: '¥', digits: 2 }
const yen = { code: 'JPY', name: 'Japanese Yen', symbol: 'JPY', digits: 0 }

test('amounts stand behind their sign or their code', () => {
  expect(formatMoney(5236, yuan)).toBe('¥52.36')
  expect(formatMoney(5, yuan)).toBe('¥0.05')
  expect(formatMoney(2733, yen)).toBe('JPY 2733')
})

test('the range has the sign once', () => {
  const made = estimateOption({}, {})
  const costing = (total: number) => ({
    ...made,
    feeDetail: { ...made.feeDetail, total, currencyEnum: yuan },
  })
  expect(formatPriceRange([costing(410.96), costing(115.72), costing(154)])).toBe('¥115.72–410.96')
  expect(formatPriceRange([costing(115.72)])).toBe('¥115.72')
  expect(formatPriceRange([])).toBe('')
})

test.for([
  [{ min: 5, max: 9 }, '5-9', '5–9 days'],
  [{ min: 7, max: 7 }, '7-7', '7 days'],
  [{ min: 1, max: 1 }, '1-1', '1 day'],
  [{ min: 0, max: 0 }, '', ''],
] as const)('days: %o', ([transit, transitTime, text]) => {
  expect(formatTransitDays({ transit, transitTime })).toBe(text)
})
