import { storageKeys } from '#shared/storage-keys.ts'
import { createSavedText } from '#shared/web/saved-text.ts'
import type { ListedProduct } from '../listed-product.ts'
import { hasPiece } from '../offer-key.ts'

/** The haul of this device, as `serializeHaul` writes it; code that reads more than its offers loads when needed. */
export const haulText = createSavedText(storageKeys.haul, /^1/)

/** Whether a haul's text holds an item. */
export function hasItems(text: string | undefined): boolean {
  return text?.includes('\n') ?? false
}

/** How many items a haul's text holds. */
export function countItems(text: string | undefined): number {
  return text ? text.split('\n').slice(1).filter(Boolean).length : 0
}

/** Whether a variant is in the haul; false on the server and while the page hydrates. */
export function useIsInHaul(product: Pick<ListedProduct, 'shopType' | 'productCode' | 'sku'>): boolean {
  return hasPiece(haulText.use() ?? '', product, product.sku)
}
