import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import rates from '#features/freight/built-in/exchange-rates.json' with { type: 'json' }
import { type CompiledLine, compileCard } from '#features/freight/engine/compile-card.ts'
import {
  getLinesForCountry,
  type Parcel,
  type Quote,
  quoteLine,
  toShippingOption,
} from '#features/freight/engine/estimate.ts'
import { findExchange } from '#features/freight/engine/exchange.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { RateCard, ShippingLine, Tier } from '#features/freight/rate-card.ts'

/** 100 yuan for the first 500 g, 10 for each further. */
export const tier: Tier = {
  upTo: null,
  mode: 'step',
  weightFirst: 500,
  feeFirst: 100,
  weightContinue: 500,
  feeContinue: 10,
}
/** A card in yuan of lines to Germany. */
export function createTestCard(...lines: (Partial<ShippingLine> & { tiers?: Tier[] })[]): RateCard {
  return {
    schema: 'rate-card/1',
    currency: 'CNY',
    lines: lines.map(({ tiers = [tier], ...line }, index) => ({
      id: `line-${index}`,
      name: 'Line',
      rates: [{ countries: ['DE'], tiers }],
      ...line,
    })),
  }
}

type TestLine = Partial<ShippingLine> & { tiers?: Tier[] }

/** The only line of a card, to Germany. */
export function compileLine(line: TestLine): CompiledLine {
  const [only] = getLinesForCountry(compileCard(createTestCard(line), categories), 'DE')
  if (only === undefined) throw new Error('no line to DE')
  return only
}

/** A line's quote for a parcel of 600 g, or for the given one. */
export function quoteParcel(line: TestLine, parcel: Partial<Parcel>): Quote {
  return quoteLine(compileLine(line), { grams: 600, sidesMm: [], categories: [], ...parcel })
}

/** The same as it is sent, by the built-in exchange rates. */
export function estimateOption(line: TestLine, parcel: Partial<Parcel>, currency = 'CNY'): ShippingOption {
  return toShippingOption(compileLine(line), quoteParcel(line, parcel), findExchange(rates, 'CNY', currency))
}

/** Sides in cm as millimetres. */
export const toMillimeters = (...cm: number[]) => cm.map((side) => side * 10)
