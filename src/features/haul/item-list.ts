import { type ItemParams, isSameItem } from '#shared/marketplaces.ts'
import { countPieces, type HaulItem, haulLimits } from './haul.ts'

export type NewItem = Omit<HaulItem, 'id'>

/** The list with one more piece; `id` is its row, a new one unless the list already has the same variant. */
export type AddedItem = { items: readonly HaulItem[]; id: number; isNew: boolean }

/** A variant of an item; any variant when there is no sku. */
export type PieceKey = { offer: ItemParams | null; sku: string | null }

/** Whether both may be the same thing to buy: the same item, and the same variant when both name one. */
export function isSamePiece(listItem: PieceKey, other: PieceKey): boolean {
  const isOtherVariant = listItem.sku !== null && other.sku !== null && listItem.sku !== other.sku
  return isSameItem(listItem.offer, other.offer) && !isOtherVariant
}

/** Adds a piece; undefined when the list is full. */
export function addItem(items: readonly HaulItem[], item: NewItem): AddedItem | undefined {
  const existing = items.find((listItem) => isSamePiece(listItem, item))
  if (!hasRoom(items, existing ? 0 : 1)) return undefined
  const id = existing?.id ?? getNextId(items)
  const next = existing
    ? items.map((listItem) =>
        listItem.id === id ? { ...listItem, quantity: listItem.quantity + 1 } : listItem,
      )
    : [...items, { ...item, id }]
  return { items: next, id, isNew: !existing }
}

/** Adds the items that are not in the list yet, as long as there is room. */
export function addMissingItems(items: readonly HaulItem[], wanted: readonly NewItem[]): readonly HaulItem[] {
  return wanted.reduce((list, item) => {
    const isThere = list.some((listItem) => isSamePiece(listItem, item))
    return isThere ? list : (addItem(list, item)?.items ?? list)
  }, items)
}

/** Restores an item at its former index. */
export function insertItem(items: readonly HaulItem[], index: number, item: NewItem): readonly HaulItem[] {
  return items.toSpliced(index, 0, { ...item, id: getNextId(items) })
}

/** Whether there is room for this many more rows with a piece each; 0 means one more piece in an existing row. */
export function hasRoom(items: readonly HaulItem[], rows: number): boolean {
  return (
    items.length + rows <= haulLimits.maxItems &&
    countPieces(items) + Math.max(rows, 1) <= haulLimits.maxPieces
  )
}

function getNextId(items: readonly HaulItem[]): number {
  return Math.max(-1, ...items.map(({ id }) => id)) + 1
}
