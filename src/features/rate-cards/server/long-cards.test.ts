import { describe, expect, onTestFinished, test } from 'vitest'
import { builtInCard } from '#features/freight/built-in-card.ts'
import { countTurns } from '#test/count-turns.ts'
import { quoteValue } from './checks/card-problems.ts'
import { diffRateCards } from './diff-rate-cards.ts'
import { parseRateCard } from './parse-rate-card.ts'

describe('others get their turns while', () => {
  test('a card is read', async () => {
    expect(await countTurns(() => parseRateCard(builtInCard))).toBeGreaterThan(200) // its rows
  })

  test('a card with mistakes is read', async () => {
    const lines = builtInCard.lines.map((line) => ({ ...line, rates: line.rates.map(() => 0) }))
    expect(
      await countTurns(() => parseRateCard({ ...builtInCard, lines }).catch(() => undefined)),
    ).toBeGreaterThan(200)
  })

  test('cards are compared', async () => {
    expect(await countTurns(() => diffRateCards(builtInCard, builtInCard))).toBeGreaterThan(200)
  })
})

describe('of a wrong value is shown', () => {
  test.each<[unknown, string]>([
    [{ a: 1, b: ['x', null, true] }, '{"a":1,"b":["x",null,true]}'],
    [[], '[]'],
    [{}, '{}'],
    ['x'.repeat(100), `"${'x'.repeat(39)}…`],
    [Array(100_000).fill(0), `[${'0,'.repeat(19)}0…`],
    [undefined, ''],
  ])('%#: its beginning', (value, text) => {
    expect(quoteValue(value)).toBe(text)
  })

  test('nothing that every list inherits', () => {
    Object.assign(Array.prototype, { inherited: () => {} })
    onTestFinished(() => void Reflect.deleteProperty(Array.prototype, 'inherited'))
    expect(quoteValue([1])).toBe('[1]')
  })

  test('the beginning, however deep it is', () => {
    const deep = Array.from({ length: 100_000 }).reduce<unknown>((inside) => [inside], 0)
    expect(quoteValue(deep)).toBe(`${'['.repeat(40)}…`)
  })
})
