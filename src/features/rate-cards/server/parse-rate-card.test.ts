import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtInCard } from '#features/freight/built-in-card.ts'
import type { CountryRate, ShippingLine, Tier } from '#shared/freight/rate-card.ts'
import { describePath } from './checks/card-problems.ts'
import { parseExchangeRates } from './parse-exchange-rates.ts'
import { parseRateCard, validateRateCard } from './parse-rate-card.ts'

const tier: Tier = {
  upTo: 2000,
  mode: 'step',
  weightFirst: 500,
  feeFirst: 98.5,
  weightContinue: 500,
  feeContinue: 30,
}
const rate: CountryRate = { countries: ['US'], tiers: [tier] }
const line: ShippingLine = { id: 'ems', name: 'EMS', rates: [rate] }
const card = { schema: 'rate-card/1', currency: 'CNY', lines: [line] }

const withLine = (fields: object) => ({ ...card, lines: [{ ...line, ...fields }] })
const withRate = (fields: object) => withLine({ rates: [{ ...rate, ...fields }] })
const withTiers = (...fields: object[]) => withRate({ tiers: fields.map((one) => ({ ...tier, ...one })) })
const secondLine = { ...line, id: 'second' }

async function listMessages(value: unknown): Promise<string[]> {
  const { problems } = await validateRateCard(value)
  return problems.map(({ path, message }) => `${describePath(path, value)}: ${message}`)
}

describe('a valid card', () => {
  test('accepts the built-in card', async () => {
    expect(await listMessages(builtInCard)).toEqual([])
  })

  const samples = readFileSync(new URL('../../freight/fixtures/worked-sample.jsonl', import.meta.url), 'utf8')
  test.each(
    samples
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text)),
  )('accepts the card of the example $id', async (sample) => {
    expect(await listMessages(sample.card)).toEqual([])
    expect(await parseRateCard(sample.card)).toEqual(sample.card)
    expect(parseExchangeRates(sample.fx)).toEqual(
      sample.fx === null ? undefined : expect.objectContaining({ base: 'EUR', rates: sample.fx }),
    )
  })

  test.each<[string, object]>([
    ['a tier without end', withTiers({ upTo: null })],
    ['a last tier without an upper limit', withRate({ tiers: [{ ...tier, upTo: undefined }] })],
    [
      'a tier without a price for further weight',
      withTiers({ upTo: 500, weightContinue: undefined, feeContinue: undefined }),
    ],
    ['a price for further weight of 0', withTiers({ mode: 'prorata', weightContinue: 1000, feeContinue: 0 })],
    [
      'years of its sources',
      { ...withRate({ src: 'B' }), sources: { A: 'A list' }, asOf: { A: 2026, B: 2011 } },
    ],
    ['a spread', withRate({ spread: 12.5 })],
    ['no weight limits', withLine({ weight: {} })],
    [
      'an average weight with a free ratio',
      withLine({ volumetric: { method: 'half', divisor: 6000, freeRatio: 1.5 } }),
    ],
    ['a minimum weight that is charged', withLine({ weight: { min: 500, max: 30_000, belowMin: 'bump' } })],
    ['a minimum freight', withLine({ fees: { minFreight: 30 } })],
    [
      'a maximum box and girth',
      withLine({ dimensions: { box: [60, 40, 40], maxGirth: 270, maxSide: null } }),
    ],
    [
      'category rules on two levels',
      withLine({ categories: { default: 'deny', allow: ['1', '101', '#liquid'], block: ['101'] } }),
    ],
    [
      'a ladder that ends before its tier',
      withTiers({ mode: 'ladder', segments: [{ upTo: 1000, weightContinue: 100, feeContinue: 1.12345 }] }),
    ],
    ['another currency', { ...card, currency: 'XAU' }],
    ['an icon of this site', withLine({ iconUrl: '/icons/lines/postal.svg' })],
    ['an icon of another site', withLine({ iconUrl: 'https://icons.example/ems.svg?v=2' })],
    ['unknown fields beside the card', { ...card, fx: 'x' }],
  ])('accepts a card with %s', async (_case, value) => {
    expect(await listMessages(JSON.parse(JSON.stringify(value)))).toEqual([])
  })
})

const row = 'lines[0] (ems), rates[0] (US)'

describe('an invalid card is rejected with a message that names line and field:', () => {
  const invalidCards: [value: unknown, sentence: string][] = [
    // Schema
    [null, ': null is not an object.'],
    ['rate-card/1', ': "rate-card/1" is not an object.'],
    [[card], `: [{"schema":"rate-card/1","currency":"CNY… is not an object.`],
    [{ currency: 'CNY', lines: [] }, 'schema: This is missing.'],
    [{ ...card, schema: 'rate-card/2' }, 'schema: "rate-card/2" is not "rate-card/1".'],
    [{ ...card, currency: 'yuan' }, 'currency: A currency is three capital letters.'],
    [{ ...card, effectiveFrom: '21.11.2026' }, 'effectiveFrom: "21.11.2026" is not a day like 2026-11-21.'],
    [{ ...card, lines: {} }, 'lines: {} is not a list.'],
    [{ ...card, asOf: 2026 }, 'asOf: 2026 is not an object.'],
    [{ ...card, sources: { A: 'A' }, asOf: { A: '2026' } }, 'asOf.A: "2026" is not a number.'],
    [{ ...card, sources: { A: 'A' }, asOf: { A: 1989 } }, 'asOf.A: 1989 is less than 1990.'],
    [{ ...card, sources: { A: 'A' }, asOf: { A: 2026.5 } }, 'asOf.A: 2026.5 is not a whole number.'],
    [withRate({ spread: -1 }), `${row}, spread: -1 is less than 0.`],
    [withRate({ spread: 101 }), `${row}, spread: 101 is more than 100.`],
    [{ ...card, lines: [line, { name: 'x', rates: [rate] }] }, 'lines[1].id: This is missing.'],
    [withLine({ id: 'EMS' }), 'lines[0] (EMS), id: An id has small letters, digits and dashes, 40 at most.'],
    [withLine({ name: '' }), 'lines[0] (ems), name: "" has less than 1 characters.'],
    [withLine({ price: 5 }), 'lines[0] (ems), price: Unknown field.'],
    [withLine({ rates: [] }), 'lines[0] (ems), rates: The list has less than 1 entries.'],
    [
      withRate({ countries: ['usa'] }),
      'lines[0] (ems), rates[0].countries[0]: A country is two capital letters.',
    ],
    [withTiers({ mode: 'steps' }), `${row}, tiers[0].mode: "steps" is not "step" or "prorata" or "ladder".`],
    [withTiers({ feeFirst: '98.50' }), `${row}, tiers[0].feeFirst: "98.50" is not a number.`],
    [withTiers({ feeFirst: -1 }), `${row}, tiers[0].feeFirst: -1 is less than 0.`],
    [
      withTiers({ feeFirst: Number.POSITIVE_INFINITY }),
      `${row}, tiers[0].feeFirst: Infinity is not a number.`,
    ],
    [withTiers({ feeFirst: null }), `${row}, tiers[0].feeFirst: null is not a number.`],
    [withTiers({ weightFirst: 0.5 }), `${row}, tiers[0].weightFirst: 0.5 is not a whole number.`],
    [withTiers({ weightContinue: 0 }), `${row}, tiers[0].weightContinue: 0 is less than 1.`],
    [
      withLine({ volumetric: { method: 'max', divisor: 500 } }),
      'lines[0] (ems), volumetric.divisor: 500 is less than 1000.',
    ],
    [
      withLine({ dimensions: { box: [60, 40] } }),
      'lines[0] (ems), dimensions.box: The list has less than 3 entries.',
    ],
    [withLine({ dimensions: { box: [60, 40, 0] } }), 'lines[0] (ems), dimensions.box[2]: 0 is not above 0.'],
    [
      withLine({ categories: { block: ['liquid'] } }),
      'lines[0] (ems), categories.block[0]: A category is an id or a flag like #liquid.',
    ],
    // Rules that a schema cannot express
    [{ ...card, lines: [line, secondLine, line] }, 'lines[2] (ems), id: lines[0] has the id "ems" already.'],
    [withTiers({ upTo: 3000 }, { upTo: 2000 }), `${row}, tiers[1].upTo: 2000 must be greater than 3000.`],
    [withTiers({ upTo: 2000 }, { upTo: 2000 }), `${row}, tiers[1].upTo: 2000 must be greater than 2000.`],
    [withTiers({ upTo: -3 }), `${row}, tiers[0].upTo: -3 is below 0.`],
    [withTiers({ upTo: 0 }), `${row}, tiers[0].upTo: 0 must be greater than 0.`],
    [
      withTiers({ upTo: null }, { upTo: 2000 }),
      `${row}, tiers[0].upTo: Only the last tier may have no upper limit.`,
    ],
    [
      withRate({ tiers: [{ mode: 'step', weightFirst: 500, feeFirst: 1, feeContinue: 2 }] }),
      `${row}, tiers[0].weightContinue: This is missing; the tier goes on above its first weight of 500 g.`,
    ],
    [
      withTiers({ mode: 'ladder' }),
      `${row}, tiers[0].segments: A ladder needs segments for what is above its first weight.`,
    ],
    [
      withTiers({
        mode: 'ladder',
        segments: [
          { upTo: 1000, weightContinue: 100, feeContinue: 1 },
          { upTo: 800, weightContinue: 100, feeContinue: 1 },
        ],
      }),
      `${row}, tiers[0].segments[1].upTo: 800 must be greater than 1000.`,
    ],
    [
      withTiers({ mode: 'ladder', segments: [{ upTo: 500, weightContinue: 100, feeContinue: 1 }] }),
      `${row}, tiers[0].segments[0].upTo: 500 must be greater than 500.`,
    ],
    [
      withRate({ countries: ['US', 'DE', 'US'] }),
      'lines[0] (ems), rates[0] (US, DE, US), countries[2]: US is listed twice.',
    ],
    [
      withLine({ rates: [rate, { ...rate, countries: ['DE', 'US'] }] }),
      'lines[0] (ems), rates[1] (DE, US), countries[1]: US has a row in this line already, rates[0].',
    ],
    [
      withRate({ countries: ['ZZ'] }),
      "lines[0] (ems), rates[0] (ZZ), countries[0]: ZZ isn't a country in /country.json.",
    ],
    [withRate({ countries: ['UK'] }), 'lines[0] (ems), rates[0] (UK), countries[0]: UK is written GB here.'],
    [
      withLine({ categories: { block: ['#lava'] } }),
      'lines[0] (ems), categories.block[0]: "#lava" is no category of /category.json.',
    ],
    [
      withLine({ categories: { allow: ['101', '999'] } }),
      'lines[0] (ems), categories.allow[1]: "999" is no category of /category.json.',
    ],
    [
      withLine({ transit: { min: 9, max: 5 } }),
      'lines[0] (ems), transit.min: Minimum 9 is greater than maximum 5.',
    ],
    [
      withLine({ weight: { max: 100 }, rates: [{ ...rate, weight: { min: 200 } }] }),
      `${row}, weight.min: Minimum 200 is greater than maximum 100.`,
    ],
    [
      withRate({ volumetric: { method: 'half' } }),
      `${row}, volumetric.divisor: This is missing; volumetric weight needs a divisor.`,
    ],
    [
      withTiers({ feeFirst: 0.123_456_7 }),
      `${row}, tiers[0].feeFirst: 0.1234567 has more than 6 decimal places.`,
    ],
    [withRate({ spread: 0.00001 }), `${row}, spread: 0.00001 has more than 4 decimal places.`],
    [{ ...card, sources: { A: 'A' }, asOf: { a: 2026 } }, 'asOf.a: The card has no source "a".'],
    [withTiers({ feeFirst: 1e-7 }), `${row}, tiers[0].feeFirst: 1e-7 has more than 6 decimal places.`],
    [withTiers({ feeFirst: 1e300 }), `${row}, tiers[0].feeFirst: 1e+300 is more than 1000000000.`],
    [
      withLine({ fees: { fuelPercent: 1.234_56 } }),
      'lines[0] (ems), fees.fuelPercent: 1.23456 has more than 4 decimal places.',
    ],
    [withRate({ fees: { customs: { flat: -5 } } }), `${row}, fees.customs.flat: -5 is below 0.`],
    [{ ...card, agentFees: { serviceFee: { percent: -1 } } }, 'agentFees.serviceFee.percent: -1 is below 0.'],
    [
      withLine({ iconUrl: 'javascript:alert(1)' }),
      'lines[0] (ems), iconUrl: An icon begins with / or https:// and is a plain address.',
    ],
    [
      withLine({ iconUrl: '//evil.example/x.svg' }),
      'lines[0] (ems), iconUrl: An icon begins with / or https:// and is a plain address.',
    ],
    [withLine({ name: ' \u200b ' }), 'lines[0] (ems), name: This name has no visible characters.'],
    [
      withLine({ features: 'fast\u0000' }),
      'lines[0] (ems), features: This text contains control characters.',
    ],
    [{ ...card, sources: { 'a\u0000b': 'x' } }, 'sources: "a\\u0000b" has control characters in its name.'],
    [{ ...card, sources: { '\ud800': 'x' } }, 'sources: "\\ud800" has control characters in its name.'],
    [
      { ...card, sources: { ['s'.repeat(121)]: 'x' } },
      `sources: "${'s'.repeat(39)}… has a name of 121 characters, more than 120.`,
    ],
    [withRate({ note: 'x'.repeat(2001) }), `${row}, note: 2001 characters are more than 2000.`],
    [{ ...card, name: 'x'.repeat(121) }, 'name: 121 characters are more than 120.'],
    // Too long
    [{ ...card, lines: Array(201).fill(line) }, 'lines: A card has 200 lines at most, this has 201 so far.'],
    [
      withLine({ rates: Array(5001).fill(0) }),
      'lines[0] (ems), rates: A card has 5000 rates at most, this has 5001 so far.',
    ],
    [
      withTiers(...Array.from({ length: 201 }, (_, at) => ({ upTo: at + 501 }))),
      `${row}, tiers: 201 tiers are more than 200.`,
    ],
    [
      { ...card, sources: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`S${at}`, 'x'])) },
      'sources: 201 are more than 200.',
    ],
  ]
  test.each(invalidCards.map(([value, sentence]) => ({ value, sentence })))(
    '$sentence',
    async ({ value, sentence }) => {
      expect((await listMessages(value))[0]).toBe(sentence)
    },
  )

  test('lists the first twenty errors', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => ({
      ...line,
      id: `x${at}`,
      transit: { min: 2, max: 1 },
    }))
    await expect(parseRateCard({ ...card, lines })).rejects.toThrow(
      expect.objectContaining({
        status: 400,
        code: 'INVALID_CARD',
        message: 'lines[0] (x0), transit.min: Minimum 2 is greater than maximum 1. There are 29 more errors.',
        errors: expect.toSatisfy((errors) => errors.length === 20),
      }),
    )
  })

  test('rejects figures that give amounts too large for exact arithmetic', async () => {
    const segments = [
      { upTo: 900_000_000, weightContinue: 1, feeContinue: 900_000_000 },
      { weightContinue: 1, feeContinue: 1 },
    ]
    expect(await listMessages(withTiers({ upTo: null, mode: 'ladder', segments }))).toEqual([
      'lines: Prices cannot be computed exactly. Line ems: a number is too large for exact arithmetic.',
    ])
  })
})
