import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import type { CurrentCard, FreightSources } from '#features/freight/current-card.ts'
import { findDestination } from '#features/freight/destination.ts'
import { filterGeneralLines, findCheapestQuote } from '#features/freight/engine/cheapest-option.ts'
import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import { convertChargeParts, getLinesForCountry } from '#features/freight/engine/estimate.ts'
import { type Exchange, findExchange } from '#features/freight/engine/exchange.ts'
import { toScaledIntegerUp } from '#features/freight/engine/fixed-point.ts'
import { unknownDestination } from '#features/freight/spec.ts'
import type { ExchangeRates } from '#features/freight/tariffs.ts'
import { createFieldError } from '#shared/failure.ts'
import { parcelLimits } from '../spec.ts'

/** What an item weighs in grams, and its sides in cm: three of them, or none where they are not known. */
export type ItemWeightAndSides = { grams: number; sides: readonly number[] }
/** The cheapest shipping to a country, in fen of yuan. */
export type ItemFreight = { fen: number; lineName: string; transitTime: string }

/** Cached answers; a catalogue has fewer weights and sizes than items. */
const maxCachedPrices = 20_000
const recordCurrency = 'CNY'

type LookupCache = { current: CurrentCard; rates: ExchangeRates; found: Map<string, ItemFreight | null> }

/**
 * Finds what it costs to send items to a country, by its code. The items' categories are unknown, so lines
 * that carry named goods only are left out.
 */
export function createShippingLookup({ activeCard, exchangeRates }: FreightSources) {
  let ground: LookupCache | undefined

  /** What is remembered, as long as the same card and the same rates are in force. */
  async function getCache(): Promise<LookupCache> {
    const current = await activeCard.current()
    const rates = current.exchangeRates ?? (await exchangeRates.current())
    const isSame = ground?.current.card === current.card && ground.rates === rates
    if (!ground || !isSame) ground = { current, rates, found: new Map() }
    return ground
  }

  /** Null for items that nothing carries; throws a RequestError (400) for an unknown country. */
  async function freightTo(country: string): Promise<(item: ItemWeightAndSides) => ItemFreight | null> {
    const destination = findDestination(country, countries)
    if (!destination) throw createFieldError('ShipTo', unknownDestination)
    const { current, rates, found } = await getCache()
    const { compiled } = current
    const lines = filterGeneralLines(getLinesForCountry(compiled, destination.code))
    const money = findExchange(rates, compiled.currency, recordCurrency)
    return (item) => {
      const key = `${destination.code} ${item.grams} ${item.sides.join(' ')}`
      const known = found.get(key)
      if (known !== undefined) return known
      const freight = money ? findCheapestFreight(lines, item, money) : null
      if (found.size >= maxCachedPrices) found.clear()
      found.set(key, freight)
      return freight
    }
  }
  return { freightTo }
}

function findCheapestFreight(
  lines: CompiledLine[],
  { grams, sides }: ItemWeightAndSides,
  money: Exchange,
): ItemFreight | null {
  const { minGrams, maxGrams, minCm, maxCm } = parcelLimits
  const isSized = sides.every((side) => side >= minCm && side <= maxCm)
  if (!isSized || grams < minGrams || grams > maxGrams) return null
  const sidesMm = sides.map((side) => toScaledIntegerUp(side, 1))
  const found = findCheapestQuote(lines, { grams, sidesMm, categories: [] })
  const parts = found && convertChargeParts(found.parts, money)
  if (!parts) return null
  return { fen: parts.total, lineName: found.line.name, transitTime: found.line.transitTime }
}
