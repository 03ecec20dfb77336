import { expect, test } from 'vitest'
import { describeFigureSource } from './figure-source.ts'

const quote = 'Carriage quotes, 1.2 kg, generated 2026-01-27 (report-2026-01-27T03-47-58.csv)'

test.for([
  ['derived', quote, 'Estimate derived from a public quote of January 2026.'],
  ['derived', 'A table without a date', 'Estimate derived from a public quote.'],
  [
    'sourced',
    'Answers for US, CNY, 2025-02-13',
    'Estimate based on unit prices in a public quote of February 2025.',
  ],
  ['illustrative', quote, 'Rough estimate: no published price for this country.'],
  [null, quote, 'Estimate.'],
  [null, null, 'Estimate. No source given.'],
] as const)('describes the source of prices with confidence %s: %s', ([confidence, source, text]) => {
  expect(describeFigureSource({ confidence, source })).toBe(text)
})
