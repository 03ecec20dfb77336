import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import { compileCard } from '#features/freight/engine/compile-card.ts'
import { estimateShipment } from '#features/freight/engine/estimate.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import type { RateCard } from '#features/freight/rate-card.ts'
import { mapYielding } from '#shared/server/event-loop.ts'
import type { RateCardComparison } from '../contract.ts'

type ParcelSample = RateCardComparison['samples'][number]
type ExampleParcel = { name: string; details: string; parcel: Parcel }

const exampleParcels: ExampleParcel[] = [
  {
    name: 'Sneakers with box',
    details: '1,240 g, 34 x 22 x 12 cm',
    parcel: { grams: 1240, sidesMm: [340, 220, 120], categories: ['202'] },
  },
  { name: 'Haul', details: '4,760 g', parcel: { grams: 4760, sidesMm: [], categories: ['101', '202'] } },
  { name: 'T-shirt', details: '250 g', parcel: { grams: 250, sidesMm: [], categories: ['101'] } },
]

/**
 * What parcels to a country cost by two cards: each on the line that is cheapest by the first of them, and the one
 * whose total changes most. Null where a line does not take the parcel.
 */
export async function computeSamples(
  before: RateCard,
  after: RateCard,
  destination: string,
): Promise<ParcelSample[]> {
  const cards = await mapYielding([before, after], (card) => compileCard(card, categories))
  const all = exampleParcels.map(({ name, details, parcel }) => {
    const [old, now] = cards.map((card) => estimateShipment(card, { ...parcel, destination }))
    const ids = new Set([...(old ?? []), ...(now ?? [])].map(({ id }) => id))
    return [...ids].map((id): ParcelSample => {
      const [was, is] = [old?.find((one) => one.id === id), now?.find((one) => one.id === id)]
      return {
        parcel: name,
        destination,
        details,
        lineName: (is ?? was)?.name ?? id,
        before: was?.feeDetail.total ?? null,
        after: is?.feeDetail.total ?? null,
      }
    })
  })
  const cheapest = all.flatMap((samples) => samples.slice(0, 1)).filter(isPriced)
  const others = all.flatMap((samples) => samples.slice(1))
  const most = others.reduce<ParcelSample | undefined>(
    (found, one) => (getSampleChange(one) > getSampleChange(found) ? one : found),
    undefined,
  )
  return most && getSampleChange(most) > Math.max(0, ...cheapest.map(getSampleChange))
    ? [...cheapest, most]
    : cheapest
}

function isPriced({ before, after }: ParcelSample): boolean {
  return before !== null || after !== null
}

function getSampleChange(sample: ParcelSample | undefined): number {
  if (!sample || sample.before === null || sample.after === null) return 0
  return Math.abs(sample.after - sample.before)
}
