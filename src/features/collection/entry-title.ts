import { marketplaceLabels } from '#shared/marketplaces.ts'
import type { CollectionEntry } from './contract.ts'

/** The saved title, or marketplace and item number when it is unknown. */
export function getEntryTitle({ title, shopType, productCode }: CollectionEntry): string {
  return title ?? `${marketplaceLabels[shopType]} item ${productCode}`
}
