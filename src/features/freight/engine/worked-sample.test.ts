import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseEstimateRequest } from '#features/shipping/estimate-request.ts'
import type { FieldError } from '#shared/failure.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import { rateCard } from '#shared/freight/rate-card.ts'
import categories from '../built-in/categories.json' with { type: 'json' }
import countries from '../built-in/countries.json' with { type: 'json' }
import defaultRates from '../built-in/exchange-rates.json' with { type: 'json' }
import { compileCard } from './compile-card.ts'
import { estimateShipment } from './estimate.ts'
import { findExchange } from './exchange.ts'

const figures = z.record(z.string(), z.unknown())
const example = z.object({
  id: z.string(),
  card: rateCard,
  fx: z.record(z.string(), z.string()).nullable(),
  request: figures,
  status: z.number(),
  expect: z.union([z.array(figures), z.object({ message: z.string() })]),
})
const file = new URL('../fixtures/worked-sample.jsonl', import.meta.url)
const examples = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => example.parse(JSON.parse(line)))

test('there are 25 examples', () => {
  expect(examples).toHaveLength(25)
})

test.each(examples.map((one) => [one.id, one] as const))('%s comes out to the last digit', (_, one) => {
  const rates: ExchangeRates =
    one.fx === null ? defaultRates : { ...defaultRates, base: 'EUR', rates: one.fx }
  const currencies = [one.card.currency, ...Object.keys(rates.rates)]
  const read = parseEstimateRequest(one.request, { countries, categories, currencies })
  if (!read.ok) {
    const [first]: readonly (FieldError | undefined)[] = read.errors
    expect({ status: 400, expect: { message: first?.message } }).toEqual({
      status: one.status,
      expect: one.expect,
    })
    return
  }
  const { currency = one.card.currency } = read.request
  const money = findExchange(rates, one.card.currency, currency)
  const options = estimateShipment(compileCard(one.card, categories), read.request, money)
  const estimated = options.map(({ feeDetail, unavailableReasons, ...option }) => ({
    ...feeDetail,
    ...option,
    reasons: unavailableReasons,
  }))
  expect({ status: 200, expect: estimated }).toMatchObject({ status: one.status, expect: one.expect })
})
