import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import type { FreightSources } from '#features/freight/current-card.ts'
import { findDestination } from '#features/freight/destination.ts'
import { estimateShipment } from '#features/freight/engine/estimate.ts'
import { findExchange } from '#features/freight/engine/exchange.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Tariffs } from '#features/freight/tariffs.ts'
import { unknownDestination } from '#features/freight/texts-and-limits.ts'
import { createFieldError, type FieldError, failures, RequestError } from '#shared/failure.ts'
import type { RateCard, ShippingLine } from '#shared/freight/rate-card.ts'
import { parseEstimateRequest } from '../estimate-request.ts'
import { shippingText } from '../texts.ts'

type Destination = { country: string; lines: number }

export type EstimationService = ReturnType<typeof createEstimation>

/** Estimates by the active rate card. */
export function createEstimation({ activeCard, exchangeRates }: FreightSources) {
  /** The active card with its own exchange rates, or the site's when it has none. */
  async function getCurrentPrices() {
    const current = await activeCard.current()
    return { ...current, rates: current.exchangeRates ?? (await exchangeRates.current()) }
  }

  return {
    /**
     * The option of every line for a parcel. Accepts untrusted input; throws a RequestError (400) for invalid fields.
     * Tells `onUnserved` the code of a country without a line.
     */
    async estimate(
      input: Record<string, unknown>,
      onUnserved: (country: string) => void,
    ): Promise<ShippingOption[]> {
      const { compiled, rates } = await getCurrentPrices()
      const currencies = [compiled.currency, ...Object.keys(rates.rates)]
      const parsed = parseEstimateRequest(input, { countries, categories, currencies })
      if (!parsed.ok) throw createFieldErrors([...parsed.errors])
      const { currency = compiled.currency, ...shipment } = parsed.request
      const exchange = findExchange(rates, compiled.currency, currency)
      if (!exchange) throw createFieldError('currency', shippingText.unknownCurrency)
      if (!compiled.linesByCountry.has(shipment.destination)) onUnserved(shipment.destination)
      return estimateShipment(compiled, shipment, exchange)
    },

    /** The countries that the active card has lines to, with the number of lines. */
    async destinations(): Promise<Destination[]> {
      const { compiled } = await activeCard.current()
      const counts = [...compiled.linesByCountry].map(([country, lines]) => ({
        country,
        lines: lines.length,
      }))
      return counts.sort((left, right) => (left.country < right.country ? -1 : 1))
    },

    /** The part of the active card for one country; throws a RequestError (400) for an unknown country. */
    async tariffs(destination: string): Promise<Tariffs> {
      const country = findDestination(destination, countries)
      if (!country) throw createFieldError('destination', unknownDestination)
      const { card, rates, year } = await getCurrentPrices()
      return { card: reduceCardToCountry(card, country.code), exchangeRates: rates, year }
    },
  }
}

/** The message of the first invalid field is the message of the response. */
function createFieldErrors(errors: readonly FieldError[]): RequestError {
  const message = errors[0]?.message ?? failures.general.message
  return new RequestError({ status: 400, message, code: 'INVALID_INPUT', errors })
}

/** Removes other countries, lines that do not serve the country, and sources that are no longer used, with their years. */
function reduceCardToCountry(card: RateCard, country: string): RateCard {
  const lines = card.lines.flatMap((line) => reduceLineToCountry(line, country))
  const usedSources = new Set(lines.flatMap(({ rates }) => rates.map(({ src }) => src)))
  const keepUsed = <T>(bySource: Record<string, T>) =>
    Object.fromEntries(Object.entries(bySource).filter(([name]) => usedSources.has(name)))
  return {
    ...card,
    lines,
    ...(card.sources && { sources: keepUsed(card.sources) }),
    ...(card.asOf && { asOf: keepUsed(card.asOf) }),
  }
}

function reduceLineToCountry(line: ShippingLine, country: string): ShippingLine[] {
  const rate = line.rates.find(({ countries }) => countries.includes(country))
  return rate && line.active !== false ? [{ ...line, rates: [{ ...rate, countries: [country] }] }] : []
}
