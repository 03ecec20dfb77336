import type { ShippingOption } from '#features/freight/option.ts'
import { centimetres } from '#features/freight/weight-note.ts'
import type { Haul, HaulItem } from '../../haul.ts'
import type { Pieces } from '../../haul-plan.ts'

const numbers = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Small numbers as words: 3 is 'three'. */
export function numberWord(count: number): string {
  return numbers[count] ?? String(count)
}

/** 'one parcel', 'three parcels' */
export function parcelsWord(count: number): string {
  return `${numberWord(count)} ${count === 1 ? 'parcel' : 'parcels'}`
}

export function piecesWord(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`
}

/** What is in a parcel: 'Court low sneakers, 3 x Heavyweight boxy T-shirt'. */
export function contentWords(pieces: readonly Pieces[], { items }: Pick<Haul, 'items'>): string {
  return pieces
    .map(({ item, count }) => {
      const name = items.find(({ id }) => id === item)?.name ?? ''
      return count === 1 ? name : `${count} x ${name}`
    })
    .join(', ')
}

/**
 * Of several parcels: from the first possible arrival to the last, '8–25 days'; empty where a line has no
 * times.
 */
export function spanWords(options: readonly ShippingOption[]): string {
  if (options.length === 0 || options.some(({ transitTime }) => transitTime === '')) return ''
  const first = Math.min(...options.map(({ transit }) => transit.min))
  const last = Math.max(...options.map(({ transit }) => transit.max))
  return first === last ? `${last} days` : `${first}–${last} days`
}

export function withoutWeight(items: readonly HaulItem[]): HaulItem[] {
  return items.filter(({ grams }) => grams === null)
}

/** Millimetres as text in cm: '34 x 22 x 12.5'. */
export function sizeText(sidesMm: readonly number[]): string {
  return sidesMm.map(centimetres).join(' x ')
}
