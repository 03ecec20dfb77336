import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { haulFullMessage } from '../haul.ts'
import type { ListedProduct } from '../listed-product.ts'
import { addToHaul, removeFromHaul } from './haul-edits.ts'
import { createListedItem } from './list/haul-item.ts'

/** Adds an item to the haul, or removes it and offers to undo that. */
export function toggleItem(product: ListedProduct, isThere: boolean): void {
  const id = `haul ${product.shopType} ${product.productCode} ${product.sku ?? ''}`
  if (isThere) {
    const undo = removeFromHaul({ offer: product, sku: product.sku })
    if (undo) toast(`Removed: ${product.name}`, { id, undo })
    return
  }
  toast.dismiss(id) // its Undo would add the item a second time
  if (!addToHaul(createListedItem(product))) toast.error(haulFullMessage)
}
