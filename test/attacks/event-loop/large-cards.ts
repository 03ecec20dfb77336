import countries from '#features/freight/built-in/countries.json' with { type: 'json' }

const codes = countries.map(({ code }) => code)

function createTiers(count: number) {
  const tier = { mode: 'step', weightFirst: 100, feeFirst: 1, weightContinue: 100, feeContinue: 1 }
  return Array.from({ length: count }, (_, index) => ({
    upTo: index + 1 === count ? null : (index + 1) * 500,
    ...tier,
  }))
}

/** A line with this number of rows, each for another country and with this number of tiers. */
function aLine(id: string, rows: number, tiers: number) {
  const rates = codes.slice(0, rows).map((code) => ({ countries: [code], tiers: createTiers(tiers) }))
  return { id, name: id, transit: { min: 3, max: 9 }, rates }
}

const createCard = (lines: unknown[]) => ({ schema: 'rate-card/1', currency: 'CNY', lines })
const createLines = (count: number, make: (id: string) => unknown) =>
  Array.from({ length: count }, (_, index) => make(`line-${index}`))

/** Cards with the maximum number of rows, of tiers and of countries that is allowed and fits into 1 MB. */
export const largeCards = {
  rows: { ...createCard(createLines(60, (id) => aLine(id, 50, 3))), id: 'large' },
  tiers: createCard(createLines(2, (id) => aLine(id, 26, 195))),
  countries: createCard(
    createLines(200, (id) => ({ ...aLine(id, 0, 0), rates: [{ countries: codes, tiers: createTiers(1) }] })),
  ),
}
