import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import { type CompiledCard, compileCard } from '#features/freight/engine/compile-card.ts'
import type { CountryRate, RateCard, ShippingLine } from '#shared/freight/rate-card.ts'
import { createYielder, yieldEventLoop } from '#shared/server/event-loop.ts'
import type { RateCardComparison, RateChange } from '../contract.ts'
import { maxListLengths } from '../texts-and-limits.ts'
import { compareCoverage } from './coverage.ts'
import { createTextFigure, formatChange, getDirection, type RateFigure } from './rate-figures.ts'
import { getRowFigures, type NamedFigures, type RowFigures } from './row-figures.ts'
import { computeSamples } from './sample-parcels.ts'

export type RateCardDiff = Pick<RateCardComparison, 'rows' | 'changes' | 'total' | 'coverage' | 'samples'>
/** The row of a line for one country, with its figures. */
type CountryRow = { country: string; rate: CountryRate; figures: RowFigures }
type RowsByCountry = ReadonlyMap<string, CountryRow>
/** One figure that differs for one country, before equal differences of several countries are joined. */
type FigureDifference = Pick<RateChange, 'kind' | 'what' | 'before' | 'after' | 'change' | 'direction'>

/**
 * Lists the changes between two cards. Rows are matched by line and country and compared with all inherited figures;
 * equal changes of several countries are joined. Amounts are in each card's own currency.
 * `year` is the current one, by which prices are old. Yields to the event loop,
 * because cards are long.
 */
export async function diffRateCards(before: RateCard, after: RateCard, year?: number): Promise<RateCardDiff> {
  const pause = createYielder()
  const oldLines = new Map(before.lines.map((line) => [line.id, line]))
  const newIds = new Set(after.lines.map(({ id }) => id))
  const goneLines = before.lines.filter(({ id }) => !newIds.has(id))
  const changes: RateChange[] = diffCurrency(before, after)
  const rows = { changed: 0, new: 0, gone: 0, unchanged: 0 }
  const changeCountByCountry = new Map<string, number>()
  for (const line of after.lines) {
    const result = await diffLine({ before, oldLine: oldLines.get(line.id), after, line, pause })
    changes.push(...result.changes)
    for (const state of result.states) rows[state] += 1
    for (const country of result.countries)
      changeCountByCountry.set(country, (changeCountByCountry.get(country) ?? 0) + 1)
  }
  for (const line of goneLines) {
    changes.push(createWholeLineChange(line, 'gone'))
    rows.gone += line.rates.length
    for (const country of listLineCountries(line))
      changeCountByCountry.set(country, (changeCountByCountry.get(country) ?? 0) + 1)
  }
  const compiledBefore = compileCard(before, categories, year)
  await yieldEventLoop()
  const compiledAfter = compileCard(after, categories, year)
  await yieldEventLoop()
  return {
    rows,
    changes: changes.slice(0, maxListLengths.changes),
    total: changes.length,
    coverage: compareCoverage(compiledBefore, compiledAfter),
    samples: computeSamples(
      compiledBefore,
      compiledAfter,
      findMostChangedCountry(changeCountByCountry, compiledAfter),
    ),
  }
}

/** The country with the most changes of those that the new card serves, if any; Germany when no country has more. */
function findMostChangedCountry(
  changeCountByCountry: ReadonlyMap<string, number>,
  after: CompiledCard,
): string {
  const getCount = (country: string) => changeCountByCountry.get(country) ?? 0
  const changed = [...changeCountByCountry.keys()]
  const served = changed.filter((country) => after.linesByCountry.has(country))
  return (served.length > 0 ? served : changed).reduce(
    (best, country) => (getCount(country) > getCount(best) ? country : best),
    'DE',
  )
}

function diffCurrency(before: RateCard, after: RateCard): RateChange[] {
  if (before.currency === after.currency) return []
  const difference = toDifference(
    'currency',
    createTextFigure(before.currency),
    createTextFigure(after.currency),
  )
  return [{ line: '', lineName: '', countries: [], ...difference }]
}

type RowState = keyof RateCardComparison['rows']
type YieldTurn = ReturnType<typeof createYielder>
type LinePair = {
  before: RateCard
  oldLine: ShippingLine | undefined
  after: RateCard
  line: ShippingLine
  pause: YieldTurn
}

/** The changes of a line of the new card, the state of its rows, and the countries with changes. */
async function diffLine({ before, oldLine, after, line, pause }: LinePair) {
  if (!oldLine) {
    const states = line.rates.map((): RowState => 'new')
    return { changes: [createWholeLineChange(line, 'new')], states, countries: listLineCountries(line) }
  }
  const oldRows = await computeRows(before, oldLine, pause)
  const newRows = await computeRows(after, line, pause)
  const differencesByCountry = new Map<string, FigureDifference[]>()
  for (const [country, row] of newRows) {
    await pause()
    differencesByCountry.set(country, diffRows(oldRows.get(country), row))
  }
  for (const [country, row] of oldRows)
    if (!newRows.has(country)) differencesByCountry.set(country, diffRows(row, undefined))
  const countries = [...differencesByCountry]
    .filter(([, list]) => list.length > 0)
    .map(([country]) => country)
  const allCountries = [...new Set([...oldRows.keys(), ...newRows.keys()])]
  const changes = await joinCountries(differencesByCountry, allCountries, pause)
  return {
    changes: changes.map((change) => ({ line: line.id, lineName: line.name, ...change })),
    states: getRowStates(oldLine, line, oldRows, differencesByCountry),
    countries,
  }
}

async function computeRows(card: RateCard, line: ShippingLine, pause: YieldTurn): Promise<RowsByCountry> {
  const rowsByCountry = new Map<string, CountryRow>()
  for (const rate of line.rates) {
    await pause()
    const figures = getRowFigures(card, line, rate)
    for (const country of rate.countries)
      if (!rowsByCountry.has(country)) rowsByCountry.set(country, { country, rate, figures })
  }
  return rowsByCountry
}

/** All differences; only the prices when the country is new or gone. */
function diffRows(before: CountryRow | undefined, after: CountryRow | undefined): FigureDifference[] {
  const prices = diffFigures(before?.figures.prices ?? noFigures, after?.figures.prices ?? noFigures)
  return before && after ? [...prices, ...diffFigures(before.figures.rules, after.figures.rules)] : prices
}

const noFigures: NamedFigures = new Map()

function diffFigures(oldFigures: NamedFigures, newFigures: NamedFigures): FigureDifference[] {
  const names = new Set([...newFigures.keys(), ...oldFigures.keys()])
  return [...names].flatMap((what) => {
    const [before, after] = [oldFigures.get(what), newFigures.get(what)]
    return before?.text === after?.text ? [] : [toDifference(what, before, after)]
  })
}

function toDifference(
  what: string,
  before: RateFigure | undefined,
  after: RateFigure | undefined,
): FigureDifference {
  const texts = { what, before: before?.text ?? null, after: after?.text ?? null }
  if (!before || !after)
    return { ...texts, kind: before ? 'gone' : 'new', change: null, direction: 'neither' }
  return {
    ...texts,
    kind: 'changed',
    change: formatChange(before, after),
    direction: getDirection(before, after),
  }
}

/** Joins equal changes of several countries; an empty list of countries means all of them. */
async function joinCountries(
  differencesByCountry: ReadonlyMap<string, FigureDifference[]>,
  allCountries: readonly string[],
  pause: YieldTurn,
) {
  const changes = new Map<string, FigureDifference & { countries: string[] }>()
  for (const [country, list] of differencesByCountry) {
    await pause()
    for (const difference of list) {
      const key = JSON.stringify([difference.what, difference.before, difference.after])
      const change = changes.get(key) ?? { ...difference, countries: [] }
      change.countries.push(country)
      changes.set(key, change)
    }
  }
  return [...changes.values()].map((change) =>
    allCountries.length > 1 && change.countries.length === allCountries.length
      ? { ...change, countries: [] }
      : change,
  )
}

/** A row that lost a country is changed; a row that lost all its countries is gone. */
function getRowStates(
  oldLine: ShippingLine,
  line: ShippingLine,
  oldRows: RowsByCountry,
  differencesByCountry: ReadonlyMap<string, FigureDifference[]>,
): RowState[] {
  const servedCountries = new Set(listLineCountries(line))
  const shrunkRates = new Set(
    oldLine.rates.filter(({ countries }) => countries.some((code) => !servedCountries.has(code))),
  )
  const states = line.rates.map(({ countries }): RowState => {
    const before = countries.map((country) => oldRows.get(country)?.rate)
    if (before.every((rate) => rate === undefined)) return 'new'
    const isChanged = countries.some((country) => (differencesByCountry.get(country) ?? []).length > 0)
    return isChanged || before.some((rate) => rate && shrunkRates.has(rate)) ? 'changed' : 'unchanged'
  })
  const goneRates = oldLine.rates.filter(({ countries }) =>
    countries.every((code) => !servedCountries.has(code)),
  )
  return [...states, ...goneRates.map((): RowState => 'gone')]
}

function listLineCountries(line: ShippingLine): string[] {
  return [...new Set(line.rates.flatMap(({ countries }) => countries))]
}

function createWholeLineChange(line: ShippingLine, kind: 'new' | 'gone'): RateChange {
  const count = listLineCountries(line).length
  const text = `to ${count} ${count === 1 ? 'country' : 'countries'}`
  return {
    kind,
    line: line.id,
    lineName: line.name,
    countries: [],
    what: 'line',
    before: kind === 'gone' ? text : null,
    after: kind === 'new' ? text : null,
    change: null,
    direction: 'neither',
  }
}
