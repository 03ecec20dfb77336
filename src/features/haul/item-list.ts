import { type ItemParams, isSameItem } from '#shared/marketplaces.ts'
import { countPieces, type HaulItem, haulLimits } from './haul.ts'

export type NewItem = Omit<HaulItem, 'id'>

/** The list with a piece more; `id` names the row that holds it, a new one unless the same variant has one. */
export type AddedItem = { items: readonly HaulItem[]; id: number; isNew: boolean }

/** A variant of an item; without a sku any of them. */
export type PieceKey = { offer: ItemParams | null; sku: string | null }

/** Both may be the same thing to buy: the same item, in the same variant where both name one. */
export function isSamePiece(one: PieceKey, other: PieceKey): boolean {
  const isOtherVariant = one.sku !== null && other.sku !== null && one.sku !== other.sku
  return isSameItem(one.offer, other.offer) && !isOtherVariant
}

/** Adds a piece; undefined where the list is full. */
export function addItem(items: readonly HaulItem[], item: NewItem): AddedItem | undefined {
  const known = items.find((one) => isSamePiece(one, item))
  if (!hasRoom(items, known ? 0 : 1)) return undefined
  const id = known?.id ?? getNextId(items)
  const next = known
    ? items.map((one) => (one.id === id ? { ...one, quantity: one.quantity + 1 } : one))
    : [...items, { ...item, id }]
  return { items: next, id, isNew: !known }
}

/** Adds those that are not there yet, as far as there is room. */
export function addMissingItems(items: readonly HaulItem[], wanted: readonly NewItem[]): readonly HaulItem[] {
  return wanted.reduce((list, item) => {
    const isThere = list.some((one) => isSamePiece(one, item))
    return isThere ? list : (addItem(list, item)?.items ?? list)
  }, items)
}

/** Puts an item back where it was. */
export function insertItem(items: readonly HaulItem[], place: number, item: NewItem): readonly HaulItem[] {
  return items.toSpliced(place, 0, { ...item, id: getNextId(items) })
}

/** Room for more rows, each with a piece, or for one more piece in a row. */
export function hasRoom(items: readonly HaulItem[], rows: number): boolean {
  return (
    items.length + rows <= haulLimits.items && countPieces(items) + Math.max(rows, 1) <= haulLimits.pieces
  )
}

function getNextId(items: readonly HaulItem[]): number {
  return Math.max(-1, ...items.map(({ id }) => id)) + 1
}
