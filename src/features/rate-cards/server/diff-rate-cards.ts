import type { CountryRate, RateCard, ShippingLine } from '#features/freight/rate-card.ts'
import { takeTurns } from '#shared/server/turns.ts'
import type { Comparison, RateChange } from '../contract.ts'
import { longestLists } from '../spec.ts'
import { changeText, directionOf, type Figure, words } from './figure-words.ts'
import { type Figures, figuresOf, type RowFigures } from './row-figures.ts'
import { samplesOf } from './sample-parcels.ts'

export type Compared = Pick<Comparison, 'rows' | 'changes' | 'total' | 'samples'>
/** A line's row to a country. */
type Cell = { country: string; rate: CountryRate; figures: RowFigures }
type Cells = ReadonlyMap<string, Cell>
/** One figure that differs to one country, before those of other countries join it. */
type Difference = Pick<RateChange, 'kind' | 'what' | 'before' | 'after' | 'change' | 'direction'>

/**
 * The changes of a card against another, in shoppers' terms. Rows are matched by line and country and
 * compared with all that they inherit; a change that is the same for several countries is one. Amounts are in
 * each card's own currency. Cards are long, so it yields to the event loop.
 */
export async function diffRateCards(before: RateCard, after: RateCard): Promise<Compared> {
  const pause = takeTurns()
  const old = new Map(before.lines.map((line) => [line.id, line]))
  const now = new Map(after.lines.map((line) => [line.id, line]))
  const gone = before.lines.filter(({ id }) => !now.has(id))
  const changes: RateChange[] = currencyChange(before, after)
  const rows = { changed: 0, new: 0, gone: 0, unchanged: 0 }
  const changesTo = new Map<string, number>()
  for (const line of after.lines) {
    const own = await lineChanges({ before, old: old.get(line.id), after, line, pause })
    changes.push(...own.changes)
    for (const state of own.states) rows[state] += 1
    for (const country of own.countries) changesTo.set(country, (changesTo.get(country) ?? 0) + 1)
  }
  for (const line of gone) {
    changes.push(wholeLine(line, 'gone'))
    rows.gone += line.rates.length
    for (const country of countriesOf(line)) changesTo.set(country, (changesTo.get(country) ?? 0) + 1)
  }
  return {
    rows,
    changes: changes.slice(0, longestLists.changes),
    total: changes.length,
    samples: await samplesOf(before, after, mostChanged(changesTo)),
  }
}

/** Germany where nothing changes, or nothing more than there. */
function mostChanged(changesTo: ReadonlyMap<string, number>): string {
  const count = (country: string) => changesTo.get(country) ?? 0
  return [...changesTo.keys()].reduce(
    (most, country) => (count(country) > count(most) ? country : most),
    'DE',
  )
}

function currencyChange(before: RateCard, after: RateCard): RateChange[] {
  if (before.currency === after.currency) return []
  const difference = differenceOf('currency', words(before.currency), words(after.currency))
  return [{ line: '', lineName: '', countries: [], ...difference }]
}

type State = keyof Comparison['rows']
type Pause = ReturnType<typeof takeTurns>
type LinePair = {
  before: RateCard
  old: ShippingLine | undefined
  after: RateCard
  line: ShippingLine
  pause: Pause
}

/** The changes of a line that is in the new card, what becomes of its rows, and the countries that a change concerns. */
async function lineChanges({ before, old, after, line, pause }: LinePair) {
  if (!old) {
    const states = line.rates.map((): State => 'new')
    return { changes: [wholeLine(line, 'new')], states, countries: countriesOf(line) }
  }
  const [was, is] = [await cellsOf(before, old, pause), await cellsOf(after, line, pause)]
  const byCountry = new Map<string, Difference[]>()
  for (const [country, cell] of is) {
    await pause()
    byCountry.set(country, differences(was.get(country), cell))
  }
  for (const [country, cell] of was)
    if (!is.has(country)) byCountry.set(country, differences(cell, undefined))
  const countries = [...byCountry].filter(([, list]) => list.length > 0).map(([country]) => country)
  const all = [...new Set([...was.keys(), ...is.keys()])]
  const changes = await joined(byCountry, all, pause)
  return {
    changes: changes.map((change) => ({ line: line.id, lineName: line.name, ...change })),
    states: statesOf(old, line, was, byCountry),
    countries,
  }
}

async function cellsOf(card: RateCard, line: ShippingLine, pause: Pause): Promise<Cells> {
  const cells = new Map<string, Cell>()
  for (const rate of line.rates) {
    await pause()
    const figures = figuresOf(card, line, rate)
    for (const country of rate.countries)
      if (!cells.has(country)) cells.set(country, { country, rate, figures })
  }
  return cells
}

/** For an added or removed country the prices, for any other all differences. */
function differences(old: Cell | undefined, now: Cell | undefined): Difference[] {
  const prices = differencesIn(old?.figures.prices ?? none, now?.figures.prices ?? none)
  return old && now ? [...prices, ...differencesIn(old.figures.rules, now.figures.rules)] : prices
}

const none: Figures = new Map()

function differencesIn(old: Figures, now: Figures): Difference[] {
  const names = new Set([...now.keys(), ...old.keys()])
  return [...names].flatMap((what) => {
    const [before, after] = [old.get(what), now.get(what)]
    return before?.text === after?.text ? [] : [differenceOf(what, before, after)]
  })
}

function differenceOf(what: string, before: Figure | undefined, after: Figure | undefined): Difference {
  const texts = { what, before: before?.text ?? null, after: after?.text ?? null }
  if (!before || !after)
    return { ...texts, kind: before ? 'gone' : 'new', change: null, direction: 'neither' }
  return {
    ...texts,
    kind: 'changed',
    change: changeText(before, after),
    direction: directionOf(before, after),
  }
}

/** One change for all countries to which it is the same; no countries where that is all of several. */
async function joined(byCountry: ReadonlyMap<string, Difference[]>, all: readonly string[], pause: Pause) {
  const changes = new Map<string, Difference & { countries: string[] }>()
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
function statesOf(
  old: ShippingLine,
  line: ShippingLine,
  was: Cells,
  byCountry: ReadonlyMap<string, Difference[]>,
): State[] {
  const served = new Set(countriesOf(line))
  const shrunk = new Set(old.rates.filter(({ countries }) => countries.some((code) => !served.has(code))))
  const states = line.rates.map(({ countries }): State => {
    const before = countries.map((country) => was.get(country)?.rate)
    if (before.every((rate) => rate === undefined)) return 'new'
    const isChanged = countries.some((country) => (byCountry.get(country) ?? []).length > 0)
    return isChanged || before.some((rate) => rate && shrunk.has(rate)) ? 'changed' : 'unchanged'
  })
  const gone = old.rates.filter(({ countries }) => countries.every((code) => !served.has(code)))
  return [...states, ...gone.map((): State => 'gone')]
}

function countriesOf(line: ShippingLine): string[] {
  return [...new Set(line.rates.flatMap(({ countries }) => countries))]
}

function wholeLine(line: ShippingLine, kind: 'new' | 'gone'): RateChange {
  const count = countriesOf(line).length
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
