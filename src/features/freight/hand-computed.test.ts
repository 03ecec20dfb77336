import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import countries from './built-in/countries.json' with { type: 'json' }
import { builtInCard } from './built-in-card.ts'
import { filterGeneralLines, findCheapestQuote } from './engine/cheapest-option.ts'
import { compileCard } from './engine/compile-card.ts'
import { getLinesForCountry, quoteLine } from './engine/estimate.ts'
import { toScaledIntegerUp } from './engine/fixed-point.ts'

/** An estimate computed by hand from a published row; `sides` in cm, `expected` in fen with the agent's fees. */
type HandComputed = {
  country: string
  line: string
  grams: number
  sides: number[]
  expected: number
  why: string
}

const examples: HandComputed[] = readFileSync(
  new URL('./fixtures/hand-computed.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((text) => JSON.parse(text))
const compiled = compileCard(builtInCard, [], 2026)

test.each(examples)(
  '$line to $country, $grams g $sides: $why',
  ({ country, line, grams, sides, expected }) => {
    const compiledLine = getLinesForCountry(compiled, country).find(({ id }) => id === line)
    const sidesMm = sides.map((side) => toScaledIntegerUp(side, 1))
    expect(compiledLine && quoteLine(compiledLine, { grams, sidesMm, categories: [] }).parts?.total).toBe(
      expected,
    )
  },
)

// Without a size and a category: the computed total in fen, class of trust, and year.
test.each([
  ['US', 'us-tax-free', 133_50, 1, 2025],
  ['GB', '4px-general', 84_56, 1, 2026],
  ['DE', 'yanwen-registered', 82_01, 2, null],
  ['FR', 'yanwen-registered', 89_12, 2, null],
  ['AU', 'yunexpress-general', 77_11, 1, 2026],
  ['CA', '4px-general', 106_78, 1, 2026],
  ['BR', 'eub', 139_44, 2, null],
  ['RU', 'eub', 88_60, 1, 2025],
  ['KE', 'chinapost-registered', 142_60, 2, null],
  ['AE', 'chinapost-registered', 162_93, 2, null],
])('the cheapest line for 860 g to %s is %s', (country, line, total, trust, asOf) => {
  const lines = filterGeneralLines(getLinesForCountry(compiled, country))
  const cheapest = findCheapestQuote(lines, { grams: 860, sidesMm: [], categories: [] })
  const picked = cheapest && [cheapest.line.id, cheapest.parts.total, cheapest.line.trust, cheapest.line.asOf]
  expect(picked).toEqual([line, total, trust, asOf])
})

test('every country of the card is in the list of countries, and of the best class that the documents say', () => {
  const codes = new Set(countries.map(({ code }) => code))
  expect([...compiled.linesByCountry.keys()].filter((code) => !codes.has(code))).toEqual([])
  const classes = [...compiled.linesByCountry.values()].map((lines) =>
    Math.min(...lines.map(({ trust }) => trust)),
  )
  const countClass = (trust: number) => classes.filter((one) => one === trust).length
  expect([1, 2, 3].map(countClass)).toEqual([17, 209, 0])
})

test('the examples cover every source of the card', () => {
  const sourceKeys = Object.keys(builtInCard.sources ?? {})
  const covered = sourceKeys.filter((key) => examples.some(({ why }) => why.startsWith(key)))
  expect(covered).toEqual(sourceKeys)
  expect(examples.length).toBeGreaterThanOrEqual(60)
})
