import type { ShippingOption } from '#features/freight/option.ts'
import { formatCentimeters } from '#features/freight/weight-note.ts'
import { formatGrams } from '#shared/format/format-number.ts'
import { getNetGrams, type Haul, type HaulItem } from '../../haul.ts'
import type { ItemPieces } from '../../haul-plan.ts'

const smallNumbers = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** Small numbers as words: 3 is 'three'. */
export function formatSmallCount(count: number): string {
  return smallNumbers[count] ?? String(count)
}

/** 'one parcel', 'three parcels' */
export function formatParcelCount(count: number): string {
  return `${formatSmallCount(count)} ${count === 1 ? 'parcel' : 'parcels'}`
}

/** The shipping cost of a plan with its surcharges and fees: 'Shipping, two parcels, 8–25 days'. */
export function formatShippingLabel(options: readonly ShippingOption[]): string {
  return ['Shipping', formatParcelCount(options.length), formatTransitSpan(options)]
    .filter(Boolean)
    .join(', ')
}

/** The freight alone, in a receipt that lists surcharges and fees in rows of their own: 'Base shipping, two parcels'. */
export function formatFreightLabel(options: readonly ShippingOption[]): string {
  return `Base shipping, ${formatParcelCount(options.length)}`
}

export function formatPieceCount(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`
}

/**
 * The weight of a parcel on the scale: '3,883 g with packing', or '680 g in its own packing' for a single piece, to which
 * the plan adds none.
 */
export function formatParcelWeight(grams: number, pieceCount: number, packingPercent: number): string {
  const weight = formatGrams(grams)
  if (pieceCount === 1) return `${weight} in its own packing`
  return packingPercent === 0 ? weight : `${weight} with packing`
}

/** The weight of a haul without packing: '4,275 g net'. */
export function formatNetWeight(items: readonly HaulItem[]): string {
  return `${formatGrams(getNetGrams(items))} net`
}

/** The content of a parcel: 'Court low sneakers, 3 x Heavyweight boxy T-shirt'. */
export function describeContents(pieces: readonly ItemPieces[], { items }: Pick<Haul, 'items'>): string {
  return pieces
    .map(({ item, count }) => {
      const name = items.find(({ id }) => id === item)?.name ?? ''
      return count === 1 ? name : `${count} x ${name}`
    })
    .join(', ')
}

/**
 * The span of several parcels from the first possible arrival to the last, '8–25 days'; empty when a line has no
 * times.
 */
export function formatTransitSpan(options: readonly ShippingOption[]): string {
  if (options.length === 0 || options.some(({ transitTime }) => transitTime === '')) return ''
  const first = Math.min(...options.map(({ transit }) => transit.min))
  const last = Math.max(...options.map(({ transit }) => transit.max))
  return first === last ? `${last} days` : `${first}–${last} days`
}

export function filterUnweighed(items: readonly HaulItem[]): HaulItem[] {
  return items.filter(({ grams }) => grams === null)
}

/** Sides in millimeters as text in cm, without the unit: '34 x 22 x 12.5'. */
export function formatSidesMm(sidesMm: readonly number[]): string {
  return sidesMm.map(formatCentimeters).join(' x ')
}
