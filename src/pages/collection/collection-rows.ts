import type { CollectionEntry } from '#features/collection/contract.ts'
import { getEntryTitle } from '#features/collection/entry-title.ts'
import type { HaulItem } from '#features/haul/haul.ts'
import { isSamePiece, type PieceKey } from '#features/haul/item-list.ts'
import { type ItemParams, isSameItem } from '#shared/marketplaces.ts'

/** A saved item, an item of the haul, or one that is both. */
export type CollectionRow = {
  key: string
  entry: CollectionEntry | undefined
  /** The item in the haul; undefined for an item for later. */
  item: HaulItem | undefined
}

/**
 * Joins saved items and the haul: the items in the haul, saved ones first, and the items saved for later.
 */
export function joinRows(
  entries: readonly CollectionEntry[],
  items: readonly HaulItem[],
): { inHaul: CollectionRow[]; forLater: CollectionRow[] } {
  const savedRows = entries.map((entry) => ({
    key: formatSavedKey(entry),
    entry,
    item: items.find((item) => isSamePiece(item, toPiece(entry))),
  }))
  const listedItems = new Set(savedRows.map(({ item }) => item))
  const otherRows = items
    .filter((item) => !listedItems.has(item))
    .map((item) => ({ key: formatItemKey(item), entry: undefined, item }))
  return {
    inHaul: [...savedRows.filter(({ item }) => item), ...otherRows],
    forLater: savedRows.filter(({ item }) => !item),
  }
}

/** The number of rows: saved items and items of the haul, each once. Every screen that counts the collection uses it. */
export function countRows(entries: readonly CollectionEntry[], items: readonly HaulItem[]): number {
  const { inHaul, forLater } = joinRows(entries, items)
  return inHaul.length + forLater.length
}

/** The key of a saved item, in the haul or for later; at most one variant of an item is saved. */
export function formatSavedKey({ shopType, productCode }: ItemParams): string {
  return `${shopType} ${productCode}`
}

function formatItemKey({ offer, sku, id }: HaulItem): string {
  return offer ? `${formatSavedKey(offer)} ${sku ?? ''} ${id}` : `typed ${id}`
}

export function getRowName({ entry, item }: CollectionRow): string {
  return entry ? getEntryTitle(entry) : (item?.name ?? '')
}

/** Whether the item of a row is or can be saved: it has an item number, and no other variant of it is saved. */
export function canWait(row: CollectionRow, entries: readonly CollectionEntry[]): boolean {
  const offer = row.item?.offer ?? null
  return row.entry !== undefined || (offer !== null && !entries.some((entry) => isSameItem(entry, offer)))
}

function toPiece(entry: CollectionEntry): PieceKey {
  return { offer: entry, sku: entry.skuId }
}
