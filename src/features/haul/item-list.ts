import { type ItemParams, isSameItem } from '#shared/marketplaces.ts'
import { countPieces, type HaulItem, haulLimits } from './haul.ts'

export type NewItem = Omit<HaulItem, 'id'>

/** The list with one more piece; `id` is its row, a new one unless the list already has the same variant. */
export type AddedItem = { items: readonly HaulItem[]; id: number; isNew: boolean }

/** A variant of an item; any variant when there is no sku. */
export type PieceKey = { offer: ItemParams | null; sku: string | null }

/** Whether both are the same item, and the same variant when both have a sku. */
export function isSamePiece(left: PieceKey, right: PieceKey): boolean {
  const isOtherVariant = left.sku !== null && right.sku !== null && left.sku !== right.sku
  return isSameItem(left.offer, right.offer) && !isOtherVariant
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
export function addMissingItems(
  items: readonly HaulItem[],
  newItems: readonly NewItem[],
): readonly HaulItem[] {
  return newItems.reduce((list, item) => {
    const isListed = list.some((listItem) => isSamePiece(listItem, item))
    return isListed ? list : (addItem(list, item)?.items ?? list)
  }, items)
}

/** The item with other values. What the visitor enters is no hint any more. */
export function changeHaulItem(item: HaulItem, values: Partial<NewItem>): HaulItem {
  const hinted = item.hinted?.filter((field) => !(field in values))
  return { ...item, ...values, ...(hinted && { hinted }) }
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
