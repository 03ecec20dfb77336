import { z } from 'zod'
import { isPlainDecimal } from '#features/freight/engine/fixed-point.ts'
import type { ExchangeRates } from '#features/freight/tariffs.ts'
import { utcDay } from '#shared/format-date.ts'
import { plainLine } from '#shared/plain-text.ts'
import { cardLimits } from '../spec.ts'
import { refusalOf, shown } from './card-problems.ts'

type Problem = { field: string; message: string }

/**
 * Exchange rates that come with a card: `{base, date, source, rates}`, or currencies and decimals only, where
 * the base is the one whose rate is 1. Undefined for none. Throws a RequestError (400) that names the wrong
 * currency.
 */
export function readExchangeRates(value: unknown): ExchangeRates | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value))
    throw refusalOf([{ field: 'fx', message: 'fx: Exchange rates are an object of currencies.' }])
  const given: Record<string, unknown> = { ...value }
  const isPlain = given.rates === undefined
  const field = isPlain ? 'fx' : 'fx.rates'
  const rates = ratesIn(isPlain ? given : given.rates, field)
  const base = isPlain ? plainBase(rates) : given.base
  if (typeof base !== 'string' || !currency.test(base))
    throw refusalOf([{ field: isPlain ? 'fx' : 'fx.base', message: noBase(isPlain) }])
  if (Object.hasOwn(rates, base) && Number(rates[base]) !== 1)
    throw refusalOf([
      { field: `${field}.${base}`, message: `${field}.${base}: The base itself has the rate 1.` },
    ])
  return {
    base,
    date: isPlain ? utcDay(Date.now()) : dayIn(given.date),
    source: isPlain ? 'Came with the rate card' : sourceIn(given.source),
    rates: { [base]: '1', ...rates },
  }
}

const currency = /^[A-Z]{3}$/
const longestSource = 300

function ratesIn(given: unknown, field: string): Record<string, string> {
  const entries = Object.entries(Object(given))
  const problems: Problem[] = []
  if (entries.length === 0) problems.push({ field, message: `${field}: There are no rates.` })
  if (entries.length > cardLimits.currencies)
    throw refusalOf([{ field, message: `${field}: More than ${cardLimits.currencies} currencies.` }])
  for (const [code, rate] of entries) {
    const place = `${field}.${currency.test(code) ? code : shown(code)}`
    const wrong = currency.test(code) ? wrongRate(rate) : 'A currency is three capital letters.'
    if (wrong) problems.push({ field: place, message: `${place}: ${wrong}` })
  }
  if (problems.length > 0) throw refusalOf(problems.slice(0, 20), problems.length)
  return Object.fromEntries(entries.map(([code, rate]) => [code, String(rate)]))
}

/** Twelve digits before the point and twelve behind it are enough for every currency there is. */
function wrongRate(rate: unknown): string | undefined {
  const text = typeof rate === 'number' || typeof rate === 'string' ? String(rate) : ''
  const [whole = '', decimals = ''] = text.split('.')
  const isDecimal = isPlainDecimal(text) && whole.length <= 12 && decimals.length <= 12
  return isDecimal && Number(text) > 0 ? undefined : `${shown(rate)} is not a decimal number above 0.`
}

function plainBase(rates: Record<string, string>): string | undefined {
  const ones = Object.keys(rates).filter((code) => Number(rates[code]) === 1)
  return ones.includes('EUR') ? 'EUR' : ones[0]
}

function noBase(isPlain: boolean): string {
  return isPlain
    ? 'fx: One currency, the base, must have the rate 1.'
    : 'fx.base: A currency is three capital letters.'
}

function dayIn(date: unknown): string {
  if (date === undefined) return utcDay(Date.now())
  if (typeof date !== 'string' || !z.iso.date().safeParse(date).success)
    throw refusalOf([{ field: 'fx.date', message: `fx.date: ${shown(date)} is not a day like 2026-11-21.` }])
  return date
}

function sourceIn(source: unknown): string {
  if (source === undefined) return 'Came with the rate card'
  const isText = typeof source === 'string' && source.length <= longestSource && plainLine.test(source)
  if (!isText) throw refusalOf([{ field: 'fx.source', message: `fx.source: A source is a short text.` }])
  return source
}
