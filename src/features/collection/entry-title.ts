import { marketplaceLabels } from '#shared/marketplaces.ts'
import type { CollectionEntry } from './contract.ts'

/** The saved title, else what the member's own link said, else marketplace and item number. */
export function getEntryTitle({ title, note, shopType, productCode }: CollectionEntry): string {
  return title ?? note?.title ?? `${marketplaceLabels[shopType]} item ${productCode}`
}
