import { shopLabels } from '#shared/shops.ts'
import type { CollectionEntry } from './contract.ts'

/** The title as it was saved, or shop and number. */
export function getEntryTitle({ title, shopType, productCode }: CollectionEntry): string {
  return title ?? `${shopLabels[shopType]} item ${productCode}`
}
