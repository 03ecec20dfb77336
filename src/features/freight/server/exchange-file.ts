import { formatUtcDay } from '#shared/format/format-date.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { findExchange } from '../engine/exchange.ts'

/** The base currency of the file's rates: 1 EUR = rate. */
const base = 'EUR'
/** Fixed rates to the dollar of currencies that the file does not contain, in units of 1/100,000. */
const pegs = [
  ['AED', 367_250n],
  ['SAR', 375_000n],
] as const
const pegScale = 100_000n

const documentPattern = /^\s*<\?xml\s[^<>]*\?>\s*<gesmes:Envelope(?:\s[^<>]*)?>(.*)<\/gesmes:Envelope>\s*$/s
const dayPattern = /<Cube>\s*<Cube\s+time\s*=\s*(["'])(\d{4}-\d{2}-\d{2})\1\s*>(.*?)<\/Cube>\s*<\/Cube>\s*$/s
const entryPattern =
  /^<Cube\s+currency\s*=\s*(["'])([A-Z]{3})\1\s+rate\s*=\s*(["'])(\d{1,9}(?:\.\d{1,8})?)\3\s*\/>$/

/** Why a file of exchange rates is invalid, as a message for the operator. */
export class InvalidRatesError extends Error {
  override readonly name = 'WrongRates'
}

/**
 * Parses the daily file of the European Central Bank: one day with entries of currency and rate as attributes. Throws
 * InvalidRatesError for anything else; entities and comments are not allowed.
 */
export function parseExchangeFile(text: string): ExchangeRates {
  const content = documentPattern.exec(text)?.[1] ?? ''
  const dayCount = content.split(/<Cube\s+time/).length - 1
  const [, , date, entries = ''] = (dayCount === 1 && dayPattern.exec(content)) || []
  if (date === undefined) throw new InvalidRatesError('The file must hold the rates of one day.')
  const rates = new Map([[base, '1']])
  for (const tag of entries.split(/(?<=>)/)) {
    const trimmed = tag.trim()
    if (trimmed === '') continue
    const [, , currency, , rate] = entryPattern.exec(trimmed) ?? []
    if (currency === undefined || rate === undefined)
      throw new InvalidRatesError('An entry does not have the expected format.')
    if (rates.has(currency)) throw new InvalidRatesError(`The file has ${currency} twice.`)
    if (!/[1-9]/.test(rate)) throw new InvalidRatesError(`The rate of ${currency} is not above 0.`)
    rates.set(currency, rate)
  }
  const dollar = rates.get('USD')
  if (dollar === undefined || !rates.has('CNY'))
    throw new InvalidRatesError('The file has no rate for USD or CNY.')
  const pegged = pegs.filter(([currency]) => !rates.has(currency))
  for (const [currency, peg] of pegged) rates.set(currency, computePeggedRate(dollar, peg))
  return {
    base,
    date,
    source: describeRatesSource(pegged.map(([currency]) => currency)),
    rates: Object.fromEntries(rates),
  }
}

function describeRatesSource(pegged: string[]): string {
  const file = 'European Central Bank, euro foreign exchange reference rates'
  return pegged.length === 0 ? file : `${file}; ${pegged.join(' and ')} at the fixed rate to the US dollar`
}

/** dollar x peg with four decimals, rounded half up: '1.1699' and 3.6725 are '4.2965'. */
function computePeggedRate(dollar: string, peg: bigint): string {
  const [integerDigits = '0', fraction = ''] = dollar.split('.')
  const scale = 10n ** BigInt(fraction.length) * pegScale
  const tenThousandths = (BigInt(integerDigits + fraction) * peg * 20_000n + scale) / (2n * scale)
  const digits = String(tenThousandths).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** The maximum change of a rate within `days`, and how far the date of a file may be ahead of this server's clock. */
const plausibility = { maxChange: 0.3, days: 30, maxAheadMs: 36 * HOUR_MS } as const

/**
 * Throws InvalidRatesError unless new rates are plausible after the last ones: their date is not earlier and not in the
 * future, each rate can be computed exactly, and no rate changed by more than 30% for each started 30 days.
 */
export function assertPlausibleRates(rates: ExchangeRates, lastRates: ExchangeRates, now: number): void {
  const day = parseDay(rates.date)
  if (!(day < now + plausibility.maxAheadMs)) throw new InvalidRatesError(`${rates.date} is in the future.`)
  if (rates.date < lastRates.date)
    throw new InvalidRatesError(`Its date, ${rates.date}, is before the date of the current rates.`)
  const periods = Math.max(1, (day - parseDay(lastRates.date)) / DAY_MS / plausibility.days)
  for (const [currency, rate] of Object.entries(rates.rates)) {
    const lastRate = lastRates.rates[currency] ?? rate
    const change = Number(rate) / Number(lastRate)
    if (change > (1 + plausibility.maxChange) ** periods || change < (1 - plausibility.maxChange) ** periods)
      throw new InvalidRatesError(`${currency} went from ${lastRate} to ${rate}.`)
    if (!findExchange(rates, 'CNY', currency)) throw new InvalidRatesError(`${currency} has too many digits.`)
  }
}

/** NaN for '2026-02-30', which JavaScript reads as a day in March. */
function parseDay(date: string): number {
  const day = Date.parse(date)
  return !Number.isNaN(day) && formatUtcDay(day) === date ? day : Number.NaN
}
