import type { ShippingOption } from '#features/freight/option.ts'
import { formatCentimeters } from '#features/freight/weight-note.ts'
import type { Haul, HaulItem } from '../../haul.ts'
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

export function formatPieceCount(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`
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
