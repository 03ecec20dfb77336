import countries from '#features/freight/built-in/countries.json' with { type: 'json' }

const codes = countries.map(({ code }) => code)

function tiersOf(count: number) {
  const tier = { mode: 'step', weightFirst: 100, feeFirst: 1, weightContinue: 100, feeContinue: 1 }
  return Array.from({ length: count }, (_, index) => ({
    upTo: index + 1 === count ? null : (index + 1) * 500,
    ...tier,
  }))
}

/** A line of so many rows, each to a country of its own, with so many tiers each. */
function aLine(id: string, rows: number, tiers: number) {
  const rates = codes.slice(0, rows).map((code) => ({ countries: [code], tiers: tiersOf(tiers) }))
  return { id, name: id, transit: { min: 3, max: 9 }, rates }
}

const cardOf = (lines: unknown[]) => ({ schema: 'rate-card/1', currency: 'CNY', lines })
const lines = (count: number, make: (id: string) => unknown) =>
  Array.from({ length: count }, (_, index) => make(`line-${index}`))

/** As many rows, as many tiers and as many countries as a card may have and 1 MB holds. */
export const largeCards = {
  rows: { ...cardOf(lines(60, (id) => aLine(id, 50, 3))), id: 'large' },
  tiers: cardOf(lines(2, (id) => aLine(id, 26, 195))),
  countries: cardOf(
    lines(200, (id) => ({ ...aLine(id, 0, 0), rates: [{ countries: codes, tiers: tiersOf(1) }] })),
  ),
}
