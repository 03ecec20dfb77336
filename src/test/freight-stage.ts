import categories from '#features/shipping/categories.json' with { type: 'json' }
import { compileCard } from '#features/shipping/compile-card.ts'
import { linesTo, type Parcel, quote } from '#features/shipping/estimate.ts'
import type { Line, RateCard, Tier } from '#features/shipping/rate-card.ts'

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
export function cardOf(...lines: (Partial<Line> & { tiers?: Tier[] })[]): RateCard {
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

/** What a line says to a parcel of 600 g, or of what is given. */
export function ask(line: Partial<Line> & { tiers?: Tier[] }, parcel: Partial<Parcel>) {
  const [only] = linesTo(compileCard(cardOf(line), categories), 'DE')
  if (only === undefined) throw new Error('no line to DE')
  return quote(only, { grams: 600, sidesMm: [], categories: [], ...parcel })
}

/** Sides in cm as millimetres. */
export const box = (...cm: number[]) => cm.map((side) => side * 10)
