import { linesForAnything } from './cheapest.ts'
import { type CompiledLine, compileCard } from './compile-card.ts'
import { linesTo, optionOf, quote } from './estimate.ts'
import { type Exchange, type ExchangeRates, exchangeOf, ownCurrency } from './exchange.ts'
import type { ShippingOption } from './option.ts'
import type { Parcel } from './parcel.ts'
import type { RateCard } from './rate-card.ts'

/** The answer of `getTariffs`. */
export type Tariffs = { card: RateCard; exchangeRates: ExchangeRates }

/** Lines to a country that take goods of any kind, and how their prices become yuan, or stay where no rate is known. */
export type CountryLines = { lines: CompiledLine[]; money: Exchange }

export function countryLines({ card, exchangeRates }: Tariffs, country: string): CountryLines {
  const compiled = compileCard(card, []) // of goods of any kind no category is asked
  return {
    lines: linesForAnything(card, linesTo(compiled, country)),
    money: exchangeOf(exchangeRates, card.currency, 'CNY') ?? ownCurrency(card.currency),
  }
}

/** What each line says to a parcel. */
export function optionsOf({ lines, money }: CountryLines, parcel: Parcel): ShippingOption[] {
  return lines.map((line) => optionOf(line, quote(line, parcel), money))
}
