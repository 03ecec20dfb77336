import { shopLabels } from '#shared/shops.ts'
import type { CollectionEntry } from './contract.ts'

/** The title as saved, or marketplace and number. */
export function getEntryTitle({ title, shopType, productCode }: CollectionEntry): string {
  return title ?? `${shopLabels[shopType]} item ${productCode}`
}
