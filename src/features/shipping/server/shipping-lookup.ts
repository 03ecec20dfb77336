import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import type { CurrentCard, FreightSources } from '#features/freight/current-card.ts'
import { findDestination } from '#features/freight/destination.ts'
import { toCountryLines } from '#features/freight/engine/country-lines.ts'
import { getLinesForCountry } from '#features/freight/engine/estimate.ts'
import {
  findCheapestShipping,
  type ListedItem,
  toItemParcel,
} from '#features/freight/item/price-with-shipping.ts'
import { unknownDestination } from '#features/freight/texts-and-limits.ts'
import { createFieldError } from '#shared/failure.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'

/** The cheapest shipping to a country, in fen of yuan. */
export type ItemFreight = { fen: number; lineName: string; transitTime: string }

/** The maximum number of cached prices. Many items share one weight and size. */
const maxCachedPrices = 20_000

type LookupCache = {
  current: CurrentCard
  rates: ExchangeRates
  freightByParcel: Map<string, ItemFreight | null>
}

/** Finds the cheapest shipping of listed items, each sent alone, to a country. */
export function createShippingLookup({ activeCard, exchangeRates }: FreightSources) {
  let cache: LookupCache | undefined

  /** The cache; a new one when the active card or the exchange rates have changed. */
  async function getCache(): Promise<LookupCache> {
    const current = await activeCard.current()
    const rates = current.exchangeRates ?? (await exchangeRates.current())
    const isSame = cache?.current.card === current.card && cache.rates === rates
    if (!cache || !isSame) cache = { current, rates, freightByParcel: new Map() }
    return cache
  }

  /** Returns null for items that no line takes; throws a RequestError (400) for an unknown country. */
  async function freightTo(country: string): Promise<(item: ListedItem) => ItemFreight | null> {
    const destination = findDestination(country, countries)
    if (!destination) throw createFieldError('ShipTo', unknownDestination)
    const { current, rates, freightByParcel } = await getCache()
    const { compiled } = current
    const lines = toCountryLines(getLinesForCountry(compiled, destination.code), rates, compiled.currency)
    return (item) => {
      const parcel = toItemParcel(item)
      if (!parcel) return null
      const key = `${destination.code} ${parcel.categories} ${parcel.grams} ${parcel.sidesMm}`
      const cachedFreight = freightByParcel.get(key)
      if (cachedFreight !== undefined) return cachedFreight
      const shipping = findCheapestShipping(lines, parcel)
      const freight = shipping
        ? {
            fen: shipping.parts.total,
            lineName: shipping.line.name,
            transitTime: shipping.line.transitTime,
          }
        : null
      if (freightByParcel.size >= maxCachedPrices) freightByParcel.clear()
      freightByParcel.set(key, freight)
      return freight
    }
  }
  return { freightTo }
}
