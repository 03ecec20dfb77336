import { expect, test } from 'vitest'
import { estimateOption } from '#test/fixtures/freight-fixture.ts'
import { formatMoney, formatPriceRange, formatTransitDays } from './format-money.ts'

const yuan = { code: 'CNY', name: 'yuan', symbol: '¥', digits: 2 }
const yen = { code: 'JPY', name: 'Japanese Yen', symbol: 'JPY', digits: 0 }

test('formats an amount after its currency sign or code', () => {
  expect(formatMoney(5236, yuan)).toBe('¥52.36')
  expect(formatMoney(5, yuan)).toBe('¥0.05')
  expect(formatMoney(2733, yen)).toBe('JPY 2733')
})

test('formats a price range with one currency sign', () => {
  const option = estimateOption({}, {})
  const createOption = (total: number) => ({
    ...option,
    feeDetail: { ...option.feeDetail, total, currencyEnum: yuan },
  })
  expect(formatPriceRange([createOption(410.96), createOption(115.72), createOption(154)])).toBe(
    '¥115.72–410.96',
  )
  expect(formatPriceRange([createOption(115.72)])).toBe('¥115.72')
  expect(formatPriceRange([])).toBe('')
})

test.for([
  [{ min: 5, max: 9 }, '5-9', '5–9 days'],
  [{ min: 7, max: 7 }, '7-7', '7 days'],
  [{ min: 1, max: 1 }, '1-1', '1 day'],
  [{ min: 0, max: 0 }, '', ''],
] as const)('formats the transit days %o', ([transit, transitTime, text]) => {
  expect(formatTransitDays({ transit, transitTime })).toBe(text)
})
