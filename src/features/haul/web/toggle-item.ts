import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { haulFullMessage } from '../haul.ts'
import { addToHaul, removeFromHaul } from './haul-edits.ts'
import { createListedItem, type ListedProduct } from './list/haul-item.ts'

/** Adds an item to the haul, or removes it with a way back. */
export function toggleItem(product: ListedProduct, isThere: boolean): void {
  if (isThere) {
    const undo = removeFromHaul(product)
    if (undo) toast(`Removed: ${product.name}`, { undo })
  } else if (!addToHaul(createListedItem(product))) toast.error(haulFullMessage)
}
