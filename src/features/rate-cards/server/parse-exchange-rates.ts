import { z } from 'zod'
import { isPlainDecimal } from '#features/freight/engine/fixed-point.ts'
import { formatUtcDay } from '#shared/format/format-date.ts'
import { plainLine } from '#shared/format/plain-text.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import { cardLimits } from '../texts-and-limits.ts'
import { createCardInputError, quoteValue } from './checks/card-problems.ts'

type RateProblem = { field: string; message: string }

/**
 * Parses the exchange rates of a card: `{base, date, source, rates}`, or an object of currencies and decimals
 * only, where the base is the currency with the rate 1. Undefined without rates. Throws a RequestError (400) that
 * names the invalid currency.
 */
export function parseExchangeRates(value: unknown): ExchangeRates | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value))
    throw createCardInputError([{ field: 'fx', message: 'fx: Exchange rates are an object of currencies.' }])
  const fields: Record<string, unknown> = { ...value }
  const isPlain = fields.rates === undefined
  const field = isPlain ? 'fx' : 'fx.rates'
  const rates = parseRates(isPlain ? fields : fields.rates, field)
  const base = isPlain ? findBase(rates) : fields.base
  if (typeof base !== 'string' || !currencyPattern.test(base))
    throw createCardInputError([{ field: isPlain ? 'fx' : 'fx.base', message: describeMissingBase(isPlain) }])
  if (Object.hasOwn(rates, base) && Number(rates[base]) !== 1)
    throw createCardInputError([
      { field: `${field}.${base}`, message: `${field}.${base}: The base itself has the rate 1.` },
    ])
  return {
    base,
    date: isPlain ? formatUtcDay(Date.now()) : parseDay(fields.date),
    source: isPlain ? 'Came with the rate card' : parseSource(fields.source),
    rates: { [base]: '1', ...rates },
  }
}

const currencyPattern = /^[A-Z]{3}$/
const maxSourceLength = 300

function parseRates(source: unknown, field: string): Record<string, string> {
  const entries = Object.entries(Object(source))
  const problems: RateProblem[] = []
  if (entries.length === 0) problems.push({ field, message: `${field}: There are no rates.` })
  if (entries.length > cardLimits.currencies)
    throw createCardInputError([
      { field, message: `${field}: More than ${cardLimits.currencies} currencies.` },
    ])
  for (const [code, rate] of entries) {
    const path = `${field}.${currencyPattern.test(code) ? code : quoteValue(code)}`
    const problem = currencyPattern.test(code) ? validateRate(rate) : 'A currency is three capital letters.'
    if (problem) problems.push({ field: path, message: `${path}: ${problem}` })
  }
  if (problems.length > 0) throw createCardInputError(problems.slice(0, 20), problems.length)
  return Object.fromEntries(entries.map(([code, rate]) => [code, String(rate)]))
}

/** Validates a rate: at most twelve digits before and after the point, enough for every currency. */
function validateRate(rate: unknown): string | undefined {
  const text = typeof rate === 'number' || typeof rate === 'string' ? String(rate) : ''
  const [integerDigits = '', decimals = ''] = text.split('.')
  const isDecimal = isPlainDecimal(text) && integerDigits.length <= 12 && decimals.length <= 12
  return isDecimal && Number(text) > 0 ? undefined : `${quoteValue(rate)} is not a decimal number above 0.`
}

function findBase(rates: Record<string, string>): string | undefined {
  const candidates = Object.keys(rates).filter((code) => Number(rates[code]) === 1)
  return candidates.includes('EUR') ? 'EUR' : candidates[0]
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
