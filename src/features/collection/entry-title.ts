import { marketplaceLabels } from '#shared/marketplaces.ts'
import type { CollectionEntry } from './contract.ts'

/** The title as saved, or marketplace and number. */
export function getEntryTitle({ title, shopType, productCode }: CollectionEntry): string {
  return title ?? `${marketplaceLabels[shopType]} item ${productCode}`
}
