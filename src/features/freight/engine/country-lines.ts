import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import type { CategoryGroup } from '../category.ts'
import type { ShippingOption } from '../option.ts'
import type { Parcel } from '../parcel.ts'
import type { Tariffs } from '../tariffs.ts'
import { filterGeneralLines } from './cheapest-option.ts'
import { type CompiledLine, compileCard } from './compile-card.ts'
import { getLinesForCountry, quoteLine, toShippingOption } from './estimate.ts'
import { createIdentityExchange, type Exchange, findExchange } from './exchange.ts'

/** Lines to a country, and the exchange of their prices to yuan; the identity when the rate is unknown. */
export type CountryLines = {
  all: readonly CompiledLine[]
  /** The lines that carry goods of any kind. */
  forAnything: readonly CompiledLine[]
  money: Exchange
}

/** `categories` is the content of `/category.json`: without it no line accepts a parcel with a category. */
export function compileCountryLines(
  { card, exchangeRates }: Tariffs,
  country: string,
  categories: readonly CategoryGroup[],
): CountryLines {
  return toCountryLines(
    getLinesForCountry(compileCard(card, categories), country),
    exchangeRates,
    card.currency,
  )
}

/** Wraps compiled lines of a card in `currency`; prices are in yuan when the rate is known. */
export function toCountryLines(
  all: readonly CompiledLine[],
  rates: ExchangeRates,
  currency: string,
): CountryLines {
  const money = findExchange(rates, currency, 'CNY') ?? createIdentityExchange(currency)
  return { all, forAnything: filterGeneralLines(all), money }
}

/** The lines that a parcel may use: without a category only those that carry goods of any kind. */
export function getLinesForParcel(
  { all, forAnything }: Pick<CountryLines, 'all' | 'forAnything'>,
  { categories }: Pick<Parcel, 'categories'>,
): readonly CompiledLine[] {
  return categories.length === 0 ? forAnything : all
}

/** The options of all lines that take the parcel. */
export function listAvailableOptions(lines: CountryLines, parcel: Parcel): ShippingOption[] {
  return getLinesForParcel(lines, parcel)
    .map((line) => toShippingOption(line, quoteLine(line, parcel), lines.money))
    .filter(({ available }) => available)
}
