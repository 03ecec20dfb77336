import { AddProductDialog } from '#features/products/web/add-product/AddProductDialog.tsx'
import type { ItemParams } from '#shared/marketplaces.ts'
import { DraftCard } from '../DraftCard.tsx'

type AddItemDialogProps = { item: ItemParams; link: string; open: boolean; onClose: () => void }

/** The dialog that adds the page's item to the list. */
export function AddItemDialog(props: AddItemDialogProps) {
  return <AddProductDialog {...props} card={(product) => <DraftCard product={product} />} />
}
