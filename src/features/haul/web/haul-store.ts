import { storageKeys } from '#shared/storage-keys.ts'
import { createSavedText } from '#shared/web/saved-text.ts'
import { createStore } from '#shared/web/store.ts'
import { hasPiece } from '../haul-text.ts'
import type { ListedProduct } from '../listed-product.ts'

/** The text of this device's haul, as `serializeHaul` writes it; the code that parses all of it loads on demand. */
export const haulText = createSavedText(storageKeys.haul, /^1/)

/** Whether the haul's sheet is open. */
export const traySheet = createStore(false)

/** Whether a haul's text holds an item. */
export function hasItems(text: string | undefined): boolean {
  return text?.includes('\n') ?? false
}

/** Whether a variant is in the haul; false on the server and while the page hydrates. */
export function useIsInHaul(product: Pick<ListedProduct, 'shopType' | 'productCode' | 'sku'>): boolean {
  return hasPiece(haulText.use() ?? '', product, product.sku)
}
