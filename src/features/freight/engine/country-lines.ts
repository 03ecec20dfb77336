import type { ShippingOption } from '../option.ts'
import type { Parcel } from '../parcel.ts'
import type { Tariffs } from '../tariffs.ts'
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

export function compileCountryLines({ card, exchangeRates }: Tariffs, country: string): CountryLines {
  const all = getLinesForCountry(compileCard(card, []), country) // goods of any kind need no category
  const money = findExchange(exchangeRates, card.currency, 'CNY') ?? createIdentityExchange(card.currency)
  return { all, forAnything: filterGeneralLines(all), money }
}

/** The available answers of the lines that take goods of any kind. */
export function listAvailableOptions({ forAnything, money }: CountryLines, parcel: Parcel): ShippingOption[] {
  return forAnything
    .map((line) => toShippingOption(line, quoteLine(line, parcel), money))
    .filter(({ available }) => available)
}

/** How many lines take the parcel, those for named goods included. */
export function countAcceptingLines({ all }: CountryLines, parcel: Parcel): number {
  return all.filter((line) => quoteLine(line, parcel).parts !== null).length
}
