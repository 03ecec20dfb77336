import { pathToFileURL } from 'node:url'
import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import defaultCard from '#features/freight/built-in/default-card.json' with { type: 'json' }
import exchangeRates from '#features/freight/built-in/exchange-rates.json' with { type: 'json' }
import { compileCard } from '#features/freight/engine/compile-card.ts'
import { estimateShipment, getLinesForCountry, type Shipment } from '#features/freight/engine/estimate.ts'
import { findExchange } from '#features/freight/engine/exchange.ts'
import { rateCard } from '#shared/freight/rate-card.ts'

/** How fast parcels are estimated on one core, over every line of the card that comes with the site. */
type FreightFigures = {
  /** To all of its destinations in turn, and to the one with most lines. */
  perSecond: number
  mostLinesPerSecond: number
  mostLines: number
  inYenPerSecond: number
  compileMs: number
}

/** The request body under load. */
export const freightRequest = {
  destination: 'DE',
  weight: 1240,
  length: 34,
  width: 22,
  height: 12,
  features: '202',
} as const

const card = rateCard.parse(defaultCard)
const childIds = categories.flatMap(({ children }) => children.map(({ id }) => id))

/** Weights up to 30 kg; two of three with a size, three of four with a category. */
function createShipments(destinations: readonly string[]): Shipment[] {
  return Array.from({ length: 20_000 }, (_, index) => ({
    destination: destinations[index % destinations.length] ?? '',
    grams: 100 + ((index * 377) % 29_900),
    sidesMm:
      index % 3 === 0
        ? []
        : [100 + ((index * 7) % 500), 100 + ((index * 13) % 300), 50 + ((index * 5) % 300)],
    categories: index % 4 === 0 ? [] : [childIds[index % childIds.length] ?? ''],
  }))
}

/** The best of several rounds, so a pause of the machine does not count. */
function perSecond(parcels: readonly Shipment[], estimate: (shipment: Shipment) => unknown): number {
  let best = 0
  for (let round = 0; round < 8; round++) {
    const start = performance.now()
    for (const shipment of parcels) estimate(shipment)
    best = Math.max(best, parcels.length / ((performance.now() - start) / 1000))
  }
  return Math.round(best)
}

export function benchFreight(): FreightFigures {
  const start = performance.now()
  const compiled = compileCard(card, categories)
  const compileMs = performance.now() - start
  const destinations = [...compiled.linesByCountry.keys()]
  const countLines = (code: string) => getLinesForCountry(compiled, code).length
  const [busiest = ''] = destinations.toSorted((a, b) => countLines(b) - countLines(a))
  const yen = findExchange(exchangeRates, card.currency, 'JPY')
  const everywhere = createShipments(destinations)
  return {
    perSecond: perSecond(everywhere, (shipment) => estimateShipment(compiled, shipment)),
    mostLinesPerSecond: perSecond(createShipments([busiest]), (shipment) =>
      estimateShipment(compiled, shipment),
    ),
    mostLines: countLines(busiest),
    inYenPerSecond: perSecond(everywhere, (shipment) => estimateShipment(compiled, shipment, yen)),
    compileMs,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(benchFreight())
