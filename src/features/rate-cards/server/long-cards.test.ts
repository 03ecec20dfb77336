import { describe, expect, onTestFinished, test } from 'vitest'
import { embeddedCard } from '#features/freight/embedded-card.ts'
import { turnsDuring } from '#test/turns.ts'
import { applyTiers } from './apply-tiers.ts'
import { shown } from './card-problems.ts'
import { readTiers } from './csv-tiers.ts'
import { diffRateCards } from './diff-rate-cards.ts'
import { parseRateCard } from './parse-rate-card.ts'

const header = 'line_id,countries,up_to,mode,weight_first,fee_first,weight_continue,fee_continue'
const [first] = embeddedCard.lines
const countries = first?.rates.flatMap((rate) => rate.countries) ?? []
const file = [header, ...countries.map((code) => `${first?.id},${code},,step,500,100,500,20`)].join('\n')

describe('others get their turns while', () => {
  test('a card is read', async () => {
    expect(await turnsDuring(() => parseRateCard(embeddedCard))).toBeGreaterThan(200) // its rows
  })

  test('a card with mistakes is read', async () => {
    const lines = embeddedCard.lines.map((line) => ({ ...line, rates: line.rates.map(() => 0) }))
    expect(
      await turnsDuring(() => parseRateCard({ ...embeddedCard, lines }).catch(() => undefined)),
    ).toBeGreaterThan(200)
  })

  test('a file of tiers is read', async () => {
    expect(await turnsDuring(() => readTiers(file))).toBeGreaterThan(countries.length)
  })

  test('blank lines and fields are read', async () => {
    expect(
      await turnsDuring(() => readTiers(`${header}\n${'\n'.repeat(100)}x`).catch(() => undefined)),
    ).toBeGreaterThan(100)
    expect(
      await turnsDuring(() => readTiers(`${header}\n${','.repeat(100)}`).catch(() => undefined)),
    ).toBeGreaterThan(100)
  })

  test('tiers are put into a card', async () => {
    const rows = await readTiers(file)
    expect(await turnsDuring(() => applyTiers(embeddedCard, rows))).toBeGreaterThan(countries.length)
  })

  test('cards are compared', async () => {
    expect(await turnsDuring(() => diffRateCards(embeddedCard, embeddedCard))).toBeGreaterThan(200)
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
    expect(shown(value)).toBe(text)
  })

  test('nothing that every list inherits', () => {
    Object.assign(Array.prototype, { inherited: () => {} })
    onTestFinished(() => void Reflect.deleteProperty(Array.prototype, 'inherited'))
    expect(shown([1])).toBe('[1]')
  })

  test('the beginning, however deep it is', () => {
    const deep = Array.from({ length: 100_000 }).reduce<unknown>((inside) => [inside], 0)
    expect(shown(deep)).toBe(`${'['.repeat(40)}…`)
  })
})
