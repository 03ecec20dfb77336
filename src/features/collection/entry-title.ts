import { formatItemNumber } from '#shared/marketplaces.ts'
import type { CollectionEntry } from './contract.ts'

/** The saved title, else the title in the member's own link, else marketplace and item number. */
export function getEntryTitle(entry: CollectionEntry): string {
  return entry.title ?? entry.note?.title ?? formatItemNumber(entry)
}
