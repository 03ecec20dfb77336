import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtInCard } from '../built-in-card.ts'
import { compileCard } from './compile-card.ts'
import { getLinesForCountry, quoteLine } from './estimate.ts'
import { toScaledIntegerUp } from './fixed-point.ts'

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
  new URL('../fixtures/hand-computed.jsonl', import.meta.url),
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

test('the examples cover every source of the card', () => {
  const sourceKeys = Object.keys(builtInCard.sources ?? {})
  const covered = sourceKeys.filter((key) => examples.some(({ why }) => why.startsWith(key)))
  expect(covered).toEqual(sourceKeys)
  expect(examples.length).toBeGreaterThanOrEqual(60)
})
