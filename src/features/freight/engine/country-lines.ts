import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import type { ShippingOption } from '../option.ts'
import type { Parcel } from '../parcel.ts'
import type { CategoryGroup } from '../public-lists.ts'
import type { Tariffs } from '../tariffs.ts'
import { filterGeneralLines } from './cheapest-option.ts'
import { type CompiledLine, compileCard } from './compile-card.ts'
import { getLinesForCountry, quoteLine, toShippingOption } from './estimate.ts'
import { createIdentityExchange, type Exchange, findExchange } from './exchange.ts'

/** Lines to a country, and the exchange of their prices to yuan; when the rate is unknown, prices are not converted. */
export type CountryLines = {
  all: readonly CompiledLine[]
  /** The lines that carry all goods except blocked ones. */
  generalLines: readonly CompiledLine[]
  exchange: Exchange
}

/** `categories` is the content of `/category.json`: without it no line accepts a parcel with a category. */
export function compileCountryLines(
  { card, exchangeRates, year }: Tariffs,
  country: string,
  categories: readonly CategoryGroup[],
): CountryLines {
  return toCountryLines(
    getLinesForCountry(compileCard(card, categories, year), country),
    exchangeRates,
    card.currency,
  )
}

/** The compiled lines of a card in `currency`, with the exchange to yuan when its rate is known. */
export function toCountryLines(
  all: readonly CompiledLine[],
  rates: ExchangeRates,
  currency: string,
): CountryLines {
  const exchange = findExchange(rates, currency, 'CNY') ?? createIdentityExchange(currency)
  return { all, generalLines: filterGeneralLines(all), exchange }
}

/** The lines that a parcel may use: a parcel without a category only `generalLines`. */
export function getLinesForParcel(
  { all, generalLines }: Pick<CountryLines, 'all' | 'generalLines'>,
  { categories }: Pick<Parcel, 'categories'>,
): readonly CompiledLine[] {
  return categories.length === 0 ? generalLines : all
}

/** The options of all lines that take the parcel. */
export function listAvailableOptions(lines: CountryLines, parcel: Parcel): ShippingOption[] {
  return getLinesForParcel(lines, parcel)
    .map((line) => toShippingOption(line, quoteLine(line, parcel), lines.exchange))
    .filter(({ available }) => available)
}
