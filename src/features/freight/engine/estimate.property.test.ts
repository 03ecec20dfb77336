import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ShippingLine } from '#shared/freight/rate-card.ts'
import { randomCard, randomLine, randomParcel } from '#test/fixtures/random-cards.ts'
import { estimateByReference } from '#test/fixtures/reference-estimator.ts'
import categories from '../built-in/categories.json' with { type: 'json' }
import rates from '../built-in/exchange-rates.json' with { type: 'json' }
import type { Parcel } from '../parcel.ts'
import { compileCard } from './compile-card.ts'
import { estimateShipment, getLinesForCountry, quoteLine } from './estimate.ts'
import { findExchange } from './exchange.ts'

const runs = { numRuns: 500 }
const currencies = fc.constantFrom('CNY', 'EUR', 'USD', 'JPY', 'KRW', 'IDR', 'INR')

function compileSingleLine(line: ShippingLine) {
  const [firstLine] = getLinesForCountry(
    compileCard({ schema: 'rate-card/1', currency: 'CNY', lines: [line] }, categories),
    'DE',
  )
  if (firstLine === undefined) throw new Error('no line to DE')
  return firstLine
}

test('quoteLine gives the same result as the reference algorithm, which computes with fractions', () => {
  fc.assert(
    fc.property(randomCard, randomParcel, (card, parcel) => {
      const options = getLinesForCountry(compileCard(card, categories), 'DE').map((line) => {
        const { reasons, blocked, chargeableGrams, volumetricGrams, parts } = quoteLine(line, parcel)
        return {
          id: line.id,
          reasons,
          blocked,
          chargeable: chargeableGrams,
          volumetric: volumetricGrams,
          fen: parts,
        }
      })
      expect(options).toEqual(estimateByReference(card, 'DE', parcel, categories))
    }),
    { numRuns: 2000 },
  )
})

test('parts sum to the total in every currency; an unavailable line has no amounts', () => {
  fc.assert(
    fc.property(randomCard, randomParcel, currencies, (card, parcel, currency) => {
      const exchange = findExchange(rates, 'CNY', currency)
      for (const option of estimateShipment(
        compileCard(card, categories),
        { destination: 'DE', ...parcel },
        exchange,
      )) {
        const { total, freight, airSurcharge, fuelFee, customsFee, operationFee, serviceFee } =
          option.feeDetail
        const parts = [freight, airSurcharge, fuelFee, customsFee, operationFee, serviceFee]
        expect(option.available).toBe(option.unavailableReasons.length === 0)
        if (!option.available) expect([total, ...parts]).toEqual(Array(7).fill(null))
        else {
          const unit = 10 ** option.feeDetail.currencyEnum.digits
          const minor = (amount: number | null) => Math.round((amount ?? Number.NaN) * unit)
          expect(parts.reduce<number>((sum, part) => sum + minor(part), 0)).toBe(minor(total))
          for (const part of [total, ...parts]) expect(minor(part) / unit).toBe(part)
        }
      }
    }),
    runs,
  )
})

test('more weight never costs less inside one tier', () => {
  const pair = fc.tuple(randomParcel, fc.integer({ min: 1, max: 3000 }))
  fc.assert(
    fc.property(randomLine, pair, (line, [parcel, extraGrams]) => {
      const compiledLine = compileSingleLine(line)
      const lighter = quoteLine(compiledLine, parcel)
      const heavier = quoteLine(compiledLine, { ...parcel, grams: parcel.grams + extraGrams })
      if (lighter.parts === null || heavier.parts === null || lighter.tier !== heavier.tier) return
      // A heavier parcel may be exempt from volumetric weight and then has a lower chargeable weight.
      if (heavier.chargeableGrams < lighter.chargeableGrams) return
      expect(heavier.parts.total).toBeGreaterThanOrEqual(lighter.parts.total)
    }),
    { numRuns: 1500 },
  )
})

test('the order of categories and sides never matters', () => {
  const shuffled = randomParcel.chain((parcel) =>
    fc.record({
      parcel: fc.constant(parcel),
      reordered: fc.record({
        grams: fc.constant(parcel.grams),
        sidesMm: fc.shuffledSubarray([...parcel.sidesMm], { minLength: parcel.sidesMm.length }),
        categories: fc.shuffledSubarray([...parcel.categories], { minLength: parcel.categories.length }),
      }),
    }),
  )
  fc.assert(
    fc.property(randomCard, shuffled, (card, { parcel, reordered }) => {
      const compiledCard = compileCard(card, categories)
      const estimate = (requestedParcel: Parcel) =>
        estimateShipment(compiledCard, { destination: 'DE', ...requestedParcel }).map((option) => ({
          ...option,
          blockedCategories: option.blockedCategories.toSorted(),
        }))
      expect(estimate(reordered)).toEqual(estimate(parcel))
    }),
    runs,
  )
})

test('available lines come first, then by total, transit, name and id', () => {
  const getSortKey = ({
    available,
    feeDetail,
    transit,
    name,
    id,
  }: ReturnType<typeof estimateShipment>[number]) =>
    [available ? 0 : 1, feeDetail.total ?? 0, transit.min, transit.max, name, id] as const
  fc.assert(
    fc.property(randomCard, randomParcel, (card, parcel) => {
      const keys = estimateShipment(compileCard(card, categories), { destination: 'DE', ...parcel }).map(
        getSortKey,
      )
      const sorted = keys.toSorted((left, right) => {
        const firstDifference = left.findIndex((value, index) => value !== right[index])
        if (firstDifference === -1) return 0
        return (left[firstDifference] ?? 0) < (right[firstDifference] ?? 0) ? -1 : 1
      })
      expect(keys).toEqual(sorted)
    }),
    runs,
  )
})
