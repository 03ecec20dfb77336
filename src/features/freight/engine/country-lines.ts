import type { CategoryGroup } from '../category.ts'
import type { ShippingOption } from '../option.ts'
import type { Parcel } from '../parcel.ts'
import type { ExchangeRates, Tariffs } from '../tariffs.ts'
import { filterGeneralLines } from './cheapest-option.ts'
import { type CompiledLine, compileCard } from './compile-card.ts'
import { getLinesForCountry, quoteLine, toShippingOption } from './estimate.ts'
import { createIdentityExchange, type Exchange, findExchange } from './exchange.ts'

/** Lines to a country, and how their prices are converted to yuan; unchanged where no rate is known. */
export type CountryLines = {
  all: readonly CompiledLine[]
  /** Those that take goods of any kind. */
  forAnything: readonly CompiledLine[]
  money: Exchange
}

/** The categories are those of `/category.json`: without them no line accepts a parcel whose category is known. */
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

/** Compiled lines of a card in `currency`, with their prices in yuan where a rate is known. */
export function toCountryLines(
  all: readonly CompiledLine[],
  rates: ExchangeRates,
  currency: string,
): CountryLines {
  const money = findExchange(rates, currency, 'CNY') ?? createIdentityExchange(currency)
  return { all, forAnything: filterGeneralLines(all), money }
}

/** The lines that a parcel may use: of unknown category only those that take goods of any kind. */
export function getLinesForParcel(
  { all, forAnything }: Pick<CountryLines, 'all' | 'forAnything'>,
  { categories }: Pick<Parcel, 'categories'>,
): readonly CompiledLine[] {
  return categories.length === 0 ? forAnything : all
}

/** The answers of all lines that take the parcel. */
export function listAvailableOptions(lines: CountryLines, parcel: Parcel): ShippingOption[] {
  return getLinesForParcel(lines, parcel)
    .map((line) => toShippingOption(line, quoteLine(line, parcel), lines.money))
    .filter(({ available }) => available)
}
