import { Check, PackagePlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { BuyButton } from '#features/agents/web/BuyButton.tsx'
import type { Product } from '#features/products/contract.ts'
import { noUrlText } from '#features/products/spec.ts'
import type { ItemKey } from '#features/products/web/queries.ts'
import { paths } from '#shared/paths.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { useNavigate } from '#shared/web/router.tsx'
import { showAlert } from '#shared/web/ui/alerts.ts'
import { toast } from '#shared/web/ui/toasts.ts'
import './AdminProductButton.css'

const AddProductDialog = lazy(async () => ({
  default: (await import('#features/products/web/add-product/AddProductDialog.tsx')).AddProductDialog,
}))

type AdminProductButtonProps = { item: ItemKey; product: Product | null }

/**
 * §2 'Add to product list'. Drawn for everybody and shown to admins by the stylesheet, because the page is the same
 * for all.
 */
export function AdminProductButton({ item, product }: AdminProductButtonProps) {
  const [dialog, setDialog] = useState<{ link: string; isOpen: boolean }>()
  const navigate = useNavigate()

  async function open() {
    const { linkToItem } = await import('#features/product-links/item-link.ts')
    const link = linkToItem({ shopType: item.shopType, id: item.productCode }, storedUrl())
    if (link !== undefined) return setDialog({ link, isOpen: true })
    const toDashboard = { label: 'Dashboard', run: () => navigate(paths.addProduct()) }
    await showAlert({ title: 'Oops...', text: noUrlText, actions: [toDashboard] })
  }
  function handleClick() {
    open().catch(() => toast.error('The form could not be opened. Check your connection and try again.'))
  }

  return (
    <div className="admin-product">
      <button type="button" className="btn btn--block" onClick={handleClick}>
        <PackagePlus className="icon" aria-hidden />
        Add to product list
      </button>
      {product && (
        <p className="admin-product__listed">
          <Check className="icon icon--s" aria-hidden />
          In the product list, place {product.serial}
        </p>
      )}
      {dialog && (
        <Suspense>
          <AddProductDialog
            item={item}
            link={dialog.link}
            action={(key) => <BuyButton {...key} look="quiet" />}
            open={dialog.isOpen}
            onClose={() => setDialog({ ...dialog, isOpen: false })}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The last pasted link (§3). */
function storedUrl(): string | null {
  try {
    return localStorage.getItem(storageKeys.url)
  } catch {
    return null // a browser that keeps nothing has none
  }
}
