import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import { compileCard } from '#features/freight/engine/compile-card.ts'
import type { CountryRate, RateCard, ShippingLine } from '#features/freight/rate-card.ts'
import { createYielder, yieldEventLoop } from '#shared/server/event-loop.ts'
import type { RateCardComparison, RateChange } from '../contract.ts'
import { maxListLengths } from '../spec.ts'
import { compareCoverage } from './coverage.ts'
import { createTextFigure, formatChange, getDirection, type RateFigure } from './rate-figures.ts'
import { getRowFigures, type NamedFigures, type RowFigures } from './row-figures.ts'
import { computeSamples } from './sample-parcels.ts'

export type RateCardDiff = Pick<RateCardComparison, 'rows' | 'changes' | 'total' | 'coverage' | 'samples'>
/** A line's row to a country. */
type RateCell = { country: string; rate: CountryRate; figures: RowFigures }
type CellsByCountry = ReadonlyMap<string, RateCell>
/** One figure that differs to one country, before those of other countries join it. */
type FigureDifference = Pick<RateChange, 'kind' | 'what' | 'before' | 'after' | 'change' | 'direction'>

/**
 * The changes of a card against another, in shoppers' terms. Rows are matched by line and country and
 * compared with all that they inherit; a change that is the same for several countries is one. Amounts are in
 * each card's own currency. Cards are long, so it yields to the event loop.
 */
export async function diffRateCards(before: RateCard, after: RateCard): Promise<RateCardDiff> {
  const pause = createYielder()
  const old = new Map(before.lines.map((line) => [line.id, line]))
  const now = new Map(after.lines.map((line) => [line.id, line]))
  const gone = before.lines.filter(({ id }) => !now.has(id))
  const changes: RateChange[] = diffCurrency(before, after)
  const rows = { changed: 0, new: 0, gone: 0, unchanged: 0 }
  const changesTo = new Map<string, number>()
  for (const line of after.lines) {
    const own = await diffLine({ before, old: old.get(line.id), after, line, pause })
    changes.push(...own.changes)
    for (const state of own.states) rows[state] += 1
    for (const country of own.countries) changesTo.set(country, (changesTo.get(country) ?? 0) + 1)
  }
  for (const line of gone) {
    changes.push(createWholeLineChange(line, 'gone'))
    rows.gone += line.rates.length
    for (const country of listLineCountries(line)) changesTo.set(country, (changesTo.get(country) ?? 0) + 1)
  }
  const compiledBefore = compileCard(before, categories)
  await yieldEventLoop()
  const compiledAfter = compileCard(after, categories)
  await yieldEventLoop()
  return {
    rows,
    changes: changes.slice(0, maxListLengths.changes),
    total: changes.length,
    coverage: compareCoverage(compiledBefore, compiledAfter),
    samples: computeSamples(compiledBefore, compiledAfter, findMostChangedCountry(changesTo)),
  }
}

/** Germany where nothing changes, or nothing more than there. */
function findMostChangedCountry(changesTo: ReadonlyMap<string, number>): string {
  const count = (country: string) => changesTo.get(country) ?? 0
  return [...changesTo.keys()].reduce(
    (most, country) => (count(country) > count(most) ? country : most),
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
type TakeTurn = ReturnType<typeof createYielder>
type LinePair = {
  before: RateCard
  old: ShippingLine | undefined
  after: RateCard
  line: ShippingLine
  pause: TakeTurn
}

/** The changes of a line that is in the new card, what becomes of its rows, and the countries that a change concerns. */
async function diffLine({ before, old, after, line, pause }: LinePair) {
  if (!old) {
    const states = line.rates.map((): RowState => 'new')
    return { changes: [createWholeLineChange(line, 'new')], states, countries: listLineCountries(line) }
  }
  const [was, is] = [await computeCells(before, old, pause), await computeCells(after, line, pause)]
  const byCountry = new Map<string, FigureDifference[]>()
  for (const [country, cell] of is) {
    await pause()
    byCountry.set(country, diffCells(was.get(country), cell))
  }
  for (const [country, cell] of was) if (!is.has(country)) byCountry.set(country, diffCells(cell, undefined))
  const countries = [...byCountry].filter(([, list]) => list.length > 0).map(([country]) => country)
  const all = [...new Set([...was.keys(), ...is.keys()])]
  const changes = await joinCountries(byCountry, all, pause)
  return {
    changes: changes.map((change) => ({ line: line.id, lineName: line.name, ...change })),
    states: getRowStates(old, line, was, byCountry),
    countries,
  }
}

async function computeCells(card: RateCard, line: ShippingLine, pause: TakeTurn): Promise<CellsByCountry> {
  const cells = new Map<string, RateCell>()
  for (const rate of line.rates) {
    await pause()
    const figures = getRowFigures(card, line, rate)
    for (const country of rate.countries)
      if (!cells.has(country)) cells.set(country, { country, rate, figures })
  }
  return cells
}

/** For an added or removed country the prices, for any other all differences. */
function diffCells(old: RateCell | undefined, now: RateCell | undefined): FigureDifference[] {
  const prices = diffFigures(old?.figures.prices ?? noFigures, now?.figures.prices ?? noFigures)
  return old && now ? [...prices, ...diffFigures(old.figures.rules, now.figures.rules)] : prices
}

const noFigures: NamedFigures = new Map()

function diffFigures(old: NamedFigures, now: NamedFigures): FigureDifference[] {
  const names = new Set([...now.keys(), ...old.keys()])
  return [...names].flatMap((what) => {
    const [before, after] = [old.get(what), now.get(what)]
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

/** One change for all countries to which it is the same; no countries where that is all of several. */
async function joinCountries(
  byCountry: ReadonlyMap<string, FigureDifference[]>,
  all: readonly string[],
  pause: TakeTurn,
) {
  const changes = new Map<string, FigureDifference & { countries: string[] }>()
  for (const [country, list] of byCountry) {
    await pause()
    for (const difference of list) {
      const key = JSON.stringify([difference.what, difference.before, difference.after])
      const change = changes.get(key) ?? { ...difference, countries: [] }
      change.countries.push(country)
      changes.set(key, change)
    }
  }
  return [...changes.values()].map((change) =>
    all.length > 1 && change.countries.length === all.length ? { ...change, countries: [] } : change,
  )
}

/** A row that lost a country to no row has changed too; one that lost all of them is removed. */
function getRowStates(
  old: ShippingLine,
  line: ShippingLine,
  was: CellsByCountry,
  byCountry: ReadonlyMap<string, FigureDifference[]>,
): RowState[] {
  const served = new Set(listLineCountries(line))
  const shrunk = new Set(old.rates.filter(({ countries }) => countries.some((code) => !served.has(code))))
  const states = line.rates.map(({ countries }): RowState => {
    const before = countries.map((country) => was.get(country)?.rate)
    if (before.every((rate) => rate === undefined)) return 'new'
    const isChanged = countries.some((country) => (byCountry.get(country) ?? []).length > 0)
    return isChanged || before.some((rate) => rate && shrunk.has(rate)) ? 'changed' : 'unchanged'
  })
  const gone = old.rates.filter(({ countries }) => countries.every((code) => !served.has(code)))
  return [...states, ...gone.map((): RowState => 'gone')]
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
