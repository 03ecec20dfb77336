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

const jsonRecord = z.record(z.string(), z.unknown())
const exampleSchema = z.object({
  id: z.string(),
  card: rateCard,
  fx: z.record(z.string(), z.string()).nullable(),
  request: jsonRecord,
  status: z.number(),
  expect: z.union([z.array(jsonRecord), z.object({ message: z.string() })]),
})
const file = new URL('../fixtures/worked-sample.jsonl', import.meta.url)
const examples = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => exampleSchema.parse(JSON.parse(line)))

test('there are 25 examples', () => {
  expect(examples).toHaveLength(25)
})

test.each(examples.map((example) => [example.id, example] as const))(
  'gives exactly the expected result: %s',
  (_, example) => {
    const rates: ExchangeRates =
      example.fx === null ? defaultRates : { ...defaultRates, base: 'EUR', rates: example.fx }
    const currencies = [example.card.currency, ...Object.keys(rates.rates)]
    const parsed = parseEstimateRequest(example.request, { countries, categories, currencies })
    if (!parsed.ok) {
      const [first]: readonly (FieldError | undefined)[] = parsed.errors
      expect({ status: 400, expect: { message: first?.message } }).toEqual({
        status: example.status,
        expect: example.expect,
      })
      return
    }
    const { currency = example.card.currency } = parsed.request
    const exchange = findExchange(rates, example.card.currency, currency)
    const options = estimateShipment(compileCard(example.card, categories), parsed.request, exchange)
    const estimated = options.map(({ feeDetail, unavailableReasons, ...option }) => ({
      ...feeDetail,
      ...option,
      reasons: unavailableReasons,
    }))
    expect({ status: 200, expect: estimated }).toMatchObject({
      status: example.status,
      expect: example.expect,
    })
  },
)
