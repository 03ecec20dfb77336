import type { CollectionEntry } from '#features/collection/contract.ts'
import { getEntryTitle } from '#features/collection/entry-title.ts'
import type { HaulItem } from '#features/haul/haul.ts'
import { isSamePiece, type PieceKey } from '#features/haul/item-list.ts'
import { type ItemParams, isSameItem } from '#shared/marketplaces.ts'

/** A saved item, an item of the haul, or one that is both. */
export type CollectionRow = {
  key: string
  entry: CollectionEntry | undefined
  /** In the haul; without one it is for later. */
  item: HaulItem | undefined
}

/**
 * Saved items and the haul as one list: what is in the haul, the saved ones in their order before the others, and
 * what is saved for later.
 */
export function joinRows(
  entries: readonly CollectionEntry[],
  items: readonly HaulItem[],
): { inHaul: CollectionRow[]; forLater: CollectionRow[] } {
  const saved = entries.map((entry) => ({
    key: formatSavedKey(entry),
    entry,
    item: items.find((item) => isSamePiece(item, toPiece(entry))),
  }))
  const taken = new Set(saved.map(({ item }) => item))
  const others = items
    .filter((item) => !taken.has(item))
    .map((item) => ({ key: formatItemKey(item), entry: undefined, item }))
  return {
    inHaul: [...saved.filter(({ item }) => item), ...others],
    forLater: saved.filter(({ item }) => !item),
  }
}

/** A row's item keeps this key in both states; at most one of its variants is saved. */
export function formatSavedKey({ shopType, productCode }: ItemParams): string {
  return `${shopType} ${productCode}`
}

function formatItemKey({ offer, sku, id }: HaulItem): string {
  return offer ? `${formatSavedKey(offer)} ${sku ?? ''} ${id}` : `typed ${id}`
}

export function getRowName({ entry, item }: CollectionRow): string {
  return entry ? getEntryTitle(entry) : (item?.name ?? '')
}

/** Whether the haul's item can wait in the collection: it has a number, and no other variant of it is saved. */
export function canWait(row: CollectionRow, entries: readonly CollectionEntry[]): boolean {
  const offer = row.item?.offer ?? null
  return row.entry !== undefined || (offer !== null && !entries.some((entry) => isSameItem(entry, offer)))
}

function toPiece(entry: CollectionEntry): PieceKey {
  return { offer: entry, sku: entry.skuId }
}
