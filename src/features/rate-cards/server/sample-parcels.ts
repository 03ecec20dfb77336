import { findCheapestOption } from '#features/freight/engine/cheapest-option.ts'
import type { CompiledCard } from '#features/freight/engine/compile-card.ts'
import { estimateShipment } from '#features/freight/engine/estimate.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import type { RateCardComparison } from '../contract.ts'

type ParcelSample = RateCardComparison['samples'][number]
type SampleOffer = NonNullable<ParcelSample['before']>

const exampleParcels: { name: string; details: string; parcel: Parcel }[] = [
  {
    name: 'Sneakers with box',
    details: '1,240 g, 34 x 22 x 12 cm',
    parcel: { grams: 1240, sidesMm: [340, 220, 120], categories: ['202'] },
  },
  { name: 'Haul', details: '4,760 g', parcel: { grams: 4760, sidesMm: [], categories: ['101', '202'] } },
  { name: 'T-shirt', details: '250 g', parcel: { grams: 250, sidesMm: [], categories: ['101'] } },
]

/**
 * Prices sample parcels to a country with two cards. Each price is the total of the card's cheapest line
 * in the card's currency; null when no line takes the parcel. Parcels that neither card takes are
 * left out.
 */
export function computeSamples(
  before: CompiledCard,
  after: CompiledCard,
  destination: string,
): ParcelSample[] {
  return exampleParcels
    .map(({ name, details, parcel }) => ({
      parcel: name,
      destination,
      details,
      before: findOffer(before, parcel, destination),
      after: findOffer(after, parcel, destination),
    }))
    .filter((sample) => sample.before || sample.after)
}

function findOffer(card: CompiledCard, parcel: Parcel, destination: string): SampleOffer | null {
  const cheapest = findCheapestOption(estimateShipment(card, { ...parcel, destination }))
  const total = cheapest?.feeDetail.total ?? null
  return cheapest && total !== null ? { lineName: cheapest.name, total } : null
}
