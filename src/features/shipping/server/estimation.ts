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

/** What parcels cost by the active rate card. */
export function createEstimation({ activeCard, exchangeRates }: FreightSources) {
  /** The active card, and the exchange rates that count beside it: its own where it has some. */
  async function getCurrentPrices() {
    const current = await activeCard.current()
    return { ...current, rates: current.exchangeRates ?? (await exchangeRates.current()) }
  }

  return {
    /**
     * Every line's answer for a parcel, for untrusted input; throws a RequestError (400) for wrong fields.
     */
    async estimate(input: Record<string, unknown>): Promise<ShippingOption[]> {
      const { compiled, rates } = await getCurrentPrices()
      const currencies = [compiled.currency, ...Object.keys(rates.rates)]
      const parsed = parseEstimateRequest(input, { countries, categories, currencies })
      if (!parsed.ok) throw createFieldErrors([...parsed.errors])
      const { currency = compiled.currency, ...shipment } = parsed.request
      const money = findExchange(rates, compiled.currency, currency)
      if (!money) throw createFieldError('currency', shippingText.unknownCurrency)
      return estimateShipment(compiled, shipment, money)
    },

    /** The countries that the active card has lines to, and how many. */
    async destinations(): Promise<Destination[]> {
      const { compiled } = await activeCard.current()
      const counts = [...compiled.linesByCountry].map(([country, lines]) => ({
        country,
        lines: lines.length,
      }))
      return counts.sort((one, other) => (one.country < other.country ? -1 : 1))
    },

    /** The active card as far as it concerns one country; throws a RequestError (400) for an unknown one. */
    async tariffs(destination: string): Promise<Tariffs> {
      const country = findDestination(destination, countries)
      if (!country) throw createFieldError('destination', unknownDestination)
      const { card, rates } = await getCurrentPrices()
      return { card: reduceCardToCountry(card, country.code), exchangeRates: rates }
    },
  }
}

/** The message of the first wrong field is the message of the response. */
function createFieldErrors(errors: readonly FieldError[]): RequestError {
  const message = errors[0]?.message ?? failures.general.message
  return new RequestError({ status: 400, message, code: 'INVALID_INPUT', errors })
}

/** Without other countries, lines that do not go there, and sources that nothing left speaks of. */
function reduceCardToCountry(card: RateCard, country: string): RateCard {
  const lines = card.lines.flatMap((line) => reduceLineToCountry(line, country))
  const usedSources = new Set(lines.flatMap(({ rates }) => rates.map(({ src }) => src)))
  const sources = Object.entries(card.sources ?? {}).filter(([name]) => usedSources.has(name))
  return { ...card, lines, ...(card.sources && { sources: Object.fromEntries(sources) }) }
}

function reduceLineToCountry(line: ShippingLine, country: string): ShippingLine[] {
  const rate = line.rates.find(({ countries }) => countries.includes(country))
  return rate && line.active !== false ? [{ ...line, rates: [{ ...rate, countries: [country] }] }] : []
}
