import { z } from 'zod'
import { isPlainDecimal } from '#features/freight/engine/fixed-point.ts'
import type { ExchangeRates } from '#features/freight/tariffs.ts'
import { formatUtcDay } from '#shared/format/format-date.ts'
import { plainLine } from '#shared/format/plain-text.ts'
import { cardLimits } from '../spec.ts'
import { createCardInputError, quoteValue } from './checks/card-problems.ts'

type RateProblem = { field: string; message: string }

/**
 * Exchange rates that come with a card: `{base, date, source, rates}`, or currencies and decimals only, where
 * the base is the one whose rate is 1. Undefined for none. Throws a RequestError (400) that names the wrong
 * currency.
 */
export function parseExchangeRates(value: unknown): ExchangeRates | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value))
    throw createCardInputError([{ field: 'fx', message: 'fx: Exchange rates are an object of currencies.' }])
  const given: Record<string, unknown> = { ...value }
  const isPlain = given.rates === undefined
  const field = isPlain ? 'fx' : 'fx.rates'
  const rates = parseRates(isPlain ? given : given.rates, field)
  const base = isPlain ? findBase(rates) : given.base
  if (typeof base !== 'string' || !currencyPattern.test(base))
    throw createCardInputError([{ field: isPlain ? 'fx' : 'fx.base', message: describeMissingBase(isPlain) }])
  if (Object.hasOwn(rates, base) && Number(rates[base]) !== 1)
    throw createCardInputError([
      { field: `${field}.${base}`, message: `${field}.${base}: The base itself has the rate 1.` },
    ])
  return {
    base,
    date: isPlain ? formatUtcDay(Date.now()) : parseDay(given.date),
    source: isPlain ? 'Came with the rate card' : parseSource(given.source),
    rates: { [base]: '1', ...rates },
  }
}

const currencyPattern = /^[A-Z]{3}$/
const maxSourceLength = 300

function parseRates(given: unknown, field: string): Record<string, string> {
  const entries = Object.entries(Object(given))
  const problems: RateProblem[] = []
  if (entries.length === 0) problems.push({ field, message: `${field}: There are no rates.` })
  if (entries.length > cardLimits.currencies)
    throw createCardInputError([
      { field, message: `${field}: More than ${cardLimits.currencies} currencies.` },
    ])
  for (const [code, rate] of entries) {
    const place = `${field}.${currencyPattern.test(code) ? code : quoteValue(code)}`
    const wrong = currencyPattern.test(code) ? validateRate(rate) : 'A currency is three capital letters.'
    if (wrong) problems.push({ field: place, message: `${place}: ${wrong}` })
  }
  if (problems.length > 0) throw createCardInputError(problems.slice(0, 20), problems.length)
  return Object.fromEntries(entries.map(([code, rate]) => [code, String(rate)]))
}

/** Twelve digits before the point and twelve behind it are enough for every currency there is. */
function validateRate(rate: unknown): string | undefined {
  const text = typeof rate === 'number' || typeof rate === 'string' ? String(rate) : ''
  const [whole = '', decimals = ''] = text.split('.')
  const isDecimal = isPlainDecimal(text) && whole.length <= 12 && decimals.length <= 12
  return isDecimal && Number(text) > 0 ? undefined : `${quoteValue(rate)} is not a decimal number above 0.`
}

function findBase(rates: Record<string, string>): string | undefined {
  const ones = Object.keys(rates).filter((code) => Number(rates[code]) === 1)
  return ones.includes('EUR') ? 'EUR' : ones[0]
}

function describeMissingBase(isPlain: boolean): string {
  return isPlain
    ? 'fx: One currency, the base, must have the rate 1.'
    : 'fx.base: A currency is three capital letters.'
}

function parseDay(date: unknown): string {
  if (date === undefined) return formatUtcDay(Date.now())
  if (typeof date !== 'string' || !z.iso.date().safeParse(date).success)
    throw createCardInputError([
      { field: 'fx.date', message: `fx.date: ${quoteValue(date)} is not a day like 2026-11-21.` },
    ])
  return date
}

function parseSource(source: unknown): string {
  if (source === undefined) return 'Came with the rate card'
  const isText = typeof source === 'string' && source.length <= maxSourceLength && plainLine.test(source)
  if (!isText)
    throw createCardInputError([{ field: 'fx.source', message: `fx.source: A source is a short text.` }])
  return source
}
