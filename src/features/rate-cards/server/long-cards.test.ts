import { describe, expect, onTestFinished, test } from 'vitest'
import { builtInCard } from '#features/freight/built-in-card.ts'
import { countTurns } from '#test/count-turns.ts'
import { quoteValue } from './checks/card-problems.ts'
import { diffRateCards } from './diff-rate-cards.ts'
import { parseRateCard } from './parse-rate-card.ts'

describe('yielding to the event loop', () => {
  test('yields while a card is parsed', async () => {
    expect(await countTurns(() => parseRateCard(builtInCard))).toBeGreaterThan(200) // once for each row
  })

  test('yields while an invalid card is parsed', async () => {
    const lines = builtInCard.lines.map((line) => ({ ...line, rates: line.rates.map(() => 0) }))
    expect(
      await countTurns(() => parseRateCard({ ...builtInCard, lines }).catch(() => undefined)),
    ).toBeGreaterThan(200)
  })

  test('yields while cards are compared', async () => {
    expect(await countTurns(() => diffRateCards(builtInCard, builtInCard))).toBeGreaterThan(200)
  })
})

describe('quoteValue', () => {
  test.each<[unknown, string]>([
    [{ a: 1, b: ['x', null, true] }, '{"a":1,"b":["x",null,true]}'],
    [[], '[]'],
    [{}, '{}'],
    ['x'.repeat(100), `"${'x'.repeat(39)}…`],
    [Array(100_000).fill(0), `[${'0,'.repeat(19)}0…`],
    [undefined, ''],
  ])('quotes the beginning of a value (%#)', (value, text) => {
    expect(quoteValue(value)).toBe(text)
  })

  test('quotes no inherited keys', () => {
    Object.assign(Array.prototype, { inherited: () => {} })
    onTestFinished(() => void Reflect.deleteProperty(Array.prototype, 'inherited'))
    expect(quoteValue([1])).toBe('[1]')
  })

  test('quotes the beginning of a very deep value', () => {
    const deep = Array.from({ length: 100_000 }).reduce<unknown>((inside) => [inside], 0)
    expect(quoteValue(deep)).toBe(`${'['.repeat(40)}…`)
  })
})
