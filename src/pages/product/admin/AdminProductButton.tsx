import { Check, PackagePlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Product } from '#features/products/contract.ts'
import { formatInfoSource } from '#features/products/info-source-label.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'

const AddItemDialog = lazy(async () => ({ default: (await import('../AddItemDialog.tsx')).AddItemDialog }))

export type AdminProductButtonProps = {
  item: ItemParams
  product: Product | null
  /** The label of the source of the item's information. */
  sourceLabel: string | null
}

/** The admin's button 'Add to product list' (§2). */
export function AdminProductButton({ item, product, sourceLabel }: AdminProductButtonProps) {
  const [dialog, setDialog] = useState<{ link: string; isOpen: boolean }>()
  const navigate = useNavigate()

  async function openDialog() {
    const { findLinkToAdd } = await import('../link-to-add.ts')
    const link = await findLinkToAdd(item, navigate)
    if (link !== undefined) setDialog({ link, isOpen: true })
  }
  function handleClick() {
    openDialog().catch(() =>
      toast.error('The form could not be opened. Check your connection and try again.'),
    )
  }

  return (
    <>
      <button type="button" className="btn btn--block" onClick={handleClick}>
        <PackagePlus className="icon" aria-hidden />
        Add to product list
      </button>
      {product && (
        <p className="admin-product__listed">
          <Check className="icon icon--s" aria-hidden />
          <span>{`In the product list, place ${product.serial}`}</span>
        </p>
      )}
      {sourceLabel && <p className="admin-product__source">{formatInfoSource(sourceLabel)}</p>}
      {dialog && (
        <Suspense>
          <AddItemDialog
            item={item}
            link={dialog.link}
            open={dialog.isOpen}
            onClose={() => setDialog({ ...dialog, isOpen: false })}
          />
        </Suspense>
      )}
    </>
  )
}
