import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import type { CountryRate, RateCard, ShippingLine, Tier } from '#features/freight/rate-card.ts'
import { createYielder, mapYielding, yieldEventLoop } from '#shared/server/event-loop.ts'
import { quoteValue } from './checks/card-problems.ts'
import { checkTiers } from './checks/tier-checks.ts'
import { type CsvColumn, type CsvProblem, createCsvError, type TierRow } from './csv-tiers.ts'

/** The table that a file gives to some countries of a line. */
type TierGroup = { lineId: string; countries: string[]; rows: TierRow[] }

const knownCountries = new Set(countries.map(({ code }) => code))
const columnByField: Record<string, CsvColumn> = {
  upTo: 'up_to',
  mode: 'mode',
  weightFirst: 'weight_first',
  feeFirst: 'fee_first',
  weightContinue: 'weight_continue',
  feeContinue: 'fee_continue',
}

/**
 * Replaces the tiers of the countries in a file. Everything else of their rows stays, except the source of
 * the old figures. Throws a RequestError (400) that names lines of the file: for a line that the card does
 * not have, a country that is unknown or named twice, tiers that do not ascend.
 */
export async function applyTiers(card: RateCard, rows: readonly TierRow[]): Promise<RateCard> {
  const groups = [...groupTierRows(rows).values()]
  await yieldEventLoop()
  const ids = new Set(card.lines.map(({ id }) => id))
  const problems = await mapYielding(groups, (group) => [
    ...findGroupProblems(group, ids),
    ...findTierProblems(group),
  ])
  const all = [...problems.flat(), ...(await findRepeatedCountries(groups))]
  if (all.length > 0) throw createCsvError(all.toSorted((one, other) => one.at - other.at))
  const pause = createYielder()
  const lines = new Map(card.lines.map((line) => [line.id, line]))
  for (const group of groups) {
    await pause()
    const line = lines.get(group.lineId)
    if (line) lines.set(line.id, applyGroup(line, group))
  }
  return { ...card, lines: [...lines.values()] }
}

function groupTierRows(rows: readonly TierRow[]): Map<string, TierGroup> {
  const groups = new Map<string, TierGroup>()
  for (const row of rows) {
    const key = JSON.stringify([row.lineId, ...row.countries.toSorted()])
    const group = groups.get(key) ?? { lineId: row.lineId, countries: row.countries, rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  return groups
}

function findGroupProblems({ lineId, countries, rows }: TierGroup, ids: ReadonlySet<string>): CsvProblem[] {
  const at = rows[0]?.at ?? 1
  const problems: CsvProblem[] = []
  if (!ids.has(lineId))
    problems.push({ at, column: 'line_id', message: `The active card has no line ${quoteValue(lineId)}.` })
  const before = new Set<string>()
  for (const country of countries) {
    const message = knownCountries.has(country)
      ? before.has(country) && `${country} is listed twice.`
      : `${quoteValue(country)} isn't a country in /country.json.`
    if (message) problems.push({ at, column: 'countries', message })
    before.add(country)
  }
  return problems
}

function findTierProblems({ rows }: TierGroup): CsvProblem[] {
  const problems: CsvProblem[] = []
  checkTiers(
    rows.map(({ tier }) => tier),
    [],
    ([place, field], message) => {
      const at = rows[Number(place ?? 0)]?.at ?? 1
      const column = columnByField[String(field)]
      problems.push({ at, message, ...(column && { column }) })
    },
  )
  return problems
}

/** A country has one table in a line. */
async function findRepeatedCountries(groups: readonly TierGroup[]): Promise<CsvProblem[]> {
  const first = new Map<string, number>()
  const problems = await mapYielding(groups, ({ lineId, countries, rows }) => {
    const at = rows[0]?.at ?? 1
    return [...new Set(countries)].flatMap((country): CsvProblem[] => {
      const key = `${lineId} ${country}`
      const before = first.get(key)
      if (before === undefined) first.set(key, at)
      if (before === undefined) return []
      return [{ at, column: 'countries', message: `${country} has other tiers from line ${before} on.` }]
    })
  })
  return problems.flat()
}

/** Rows with none of the countries stay; one with some is split, so that both parts keep its rules. */
function applyGroup(line: ShippingLine, { countries, rows }: TierGroup): ShippingLine {
  const named = new Set(countries)
  const tiers = rows.map(({ tier }) => tier)
  const rates = line.rates.flatMap((rate): CountryRate[] => {
    const taken = rate.countries.filter((country) => named.has(country))
    if (taken.length === 0) return [rate]
    const left = rate.countries.filter((country) => !named.has(country))
    const changed = replaceTiers({ ...rate, countries: taken }, tiers)
    return left.length === 0 ? [changed] : [{ ...rate, countries: left }, changed]
  })
  const served = new Set(line.rates.flatMap((rate) => rate.countries))
  const added = countries.filter((country) => !served.has(country))
  return { ...line, rates: added.length === 0 ? rates : [...rates, { countries: added, tiers }] }
}

/** New figures have another source, and no longer reproduce the same public quote. */
function replaceTiers(rate: CountryRate, tiers: Tier[]): CountryRate {
  if (JSON.stringify(rate.tiers) === JSON.stringify(tiers)) return rate
  const { check: _check, confidence: _confidence, src: _src, note: _note, ...rules } = rate
  return { ...rules, tiers }
}
