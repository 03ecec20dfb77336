import { RequestError, wrongField } from '#shared/failure.ts'
import categories from '../categories.json' with { type: 'json' }
import countries from '../countries.json' with { type: 'json' }
import { destinationOf } from '../destination.ts'
import { estimate } from '../estimate.ts'
import { type ExchangeRates, exchangeOf } from '../exchange.ts'
import type { ShippingOption } from '../option.ts'
import { readQuestion } from '../question.ts'
import type { Line, RateCard } from '../rate-card.ts'
import { shippingText } from '../spec.ts'
import type { ActiveCard } from './active-card.ts'
import type { ExchangeRatesService } from './exchange-rates.ts'

export type EstimationService = ReturnType<typeof createEstimation>
export type Tariffs = { card: RateCard; exchangeRates: ExchangeRates }

type Deps = {
  activeCard: Pick<ActiveCard, 'current'>
  exchangeRates: Pick<ExchangeRatesService, 'current'>
}

/** What parcels cost by the active rate card. */
export function createEstimation({ activeCard, exchangeRates }: Deps) {
  /** The active card, and the exchange rates that count beside it: its own where it has some. */
  async function inForce() {
    const current = await activeCard.current()
    return { ...current, rates: current.exchangeRates ?? (await exchangeRates.current()) }
  }

  return {
    /** Every line's answer to a parcel, as somebody asks for it; throws a RequestError (400) for wrong fields. */
    async estimate(input: Record<string, unknown>): Promise<ShippingOption[]> {
      const { compiled, rates } = await inForce()
      const currencies = [compiled.currency, ...Object.keys(rates.rates)]
      const read = readQuestion(input, { countries, categories, currencies })
      if (!read.ok) throw wrongFields([...read.errors])
      const { currency = compiled.currency, ...shipment } = read.question
      const money = exchangeOf(rates, compiled.currency, currency)
      if (!money) throw wrongField('currency', shippingText.unknownCurrency)
      return estimate(compiled, shipment, money)
    },

    /** The active card as far as it concerns one country; throws a RequestError (400) for an unknown one. */
    async tariffs(destination: string): Promise<Tariffs> {
      const country = destinationOf(destination, countries)
      if (!country) throw wrongField('destination', shippingText.unknownDestination)
      const { card, rates } = await inForce()
      return { card: cardTo(card, country.code), exchangeRates: rates }
    },
  }
}

type FieldProblems = NonNullable<RequestError['errors']>

/** The first wrong field speaks for all. */
function wrongFields(errors: FieldProblems): RequestError {
  const message = errors[0]?.message ?? shippingText.failed
  return new RequestError({ status: 400, message, code: 'INVALID_INPUT', errors })
}

/** Without other countries, lines that do not go there, and sources that nothing left speaks of. */
function cardTo(card: RateCard, country: string): RateCard {
  const lines = card.lines.flatMap((line) => lineTo(line, country))
  const spoken = new Set(lines.flatMap(({ rates }) => rates.map(({ src }) => src)))
  const sources = Object.entries(card.sources ?? {}).filter(([name]) => spoken.has(name))
  return { ...card, lines, ...(card.sources && { sources: Object.fromEntries(sources) }) }
}

function lineTo(line: Line, country: string): Line[] {
  const rate = line.rates.find(({ countries }) => countries.includes(country))
  return rate && line.active !== false ? [{ ...line, rates: [{ ...rate, countries: [country] }] }] : []
}
