import { haulFullMessage } from '#features/haul/haul.ts'
import { formatItemCount } from '#features/haul/haul-text.ts'
import { isSamePiece } from '#features/haul/item-list.ts'
import { toListedProduct } from '#features/haul/listed-product.ts'
import { addMissingToHaul, getHaul } from '#features/haul/web/haul-edits.ts'
import { createHintedItem, createListedItem } from '#features/haul/web/list/haul-item.ts'
import type { RecognizedItem } from '#features/link-converter/web/ConvertResults.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'

/** Adds each item once: with the data of its shown variant from the catalog, else with what its link said. */
export async function addAllToHaul(items: readonly RecognizedItem[]): Promise<void> {
  const haulItems = await Promise.all(
    items.map(({ item: { shopType, id }, product }) =>
      product ? createListedItem(toListedProduct(product)) : createHintedItem({ shopType, productCode: id }),
    ),
  )
  const { count, undo } = addMissingToHaul(haulItems)
  const { items: itemsInHaul } = getHaul()
  const isFull = haulItems.some((item) => !itemsInHaul.some((itemInHaul) => isSamePiece(itemInHaul, item)))
  if (count > 0) toast.success(`${formatItemCount(count)} added to your haul`, { undo })
  else if (!isFull) toast('All of this is in your haul already.')
  if (isFull) toast.error(haulFullMessage)
}
