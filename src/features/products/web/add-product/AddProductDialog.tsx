import { type ReactElement, useRef } from 'react'
import type { ItemParams } from '#shared/marketplaces.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import type { Product } from '../../contract.ts'
import './AddProductDialog.css'
import { AddProductForm } from './AddProductForm.tsx'

type AddProductDialogProps = {
  item: ItemParams
  link: string
  card: (product: Product) => ReactElement
  open: boolean
  onClose: () => void
}

/** The Add Product dialog of the product page (§2). Its input is kept for the next opening. */
export function AddProductDialog({ item, link, card, open, onClose }: AddProductDialogProps) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add a Product"
      className="add-product-dialog"
      initialFocus={first}
    >
      <AddProductForm
        id={`add-${item.shopType}-${item.productCode}`}
        item={item}
        link={link}
        card={card}
        variant="brand"
        firstRef={first}
        onAdded={onClose}
      />
    </Dialog>
  )
}
