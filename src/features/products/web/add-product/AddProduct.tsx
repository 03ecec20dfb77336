import { type ReactElement, useEffect, useRef, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import type { Product } from '../../contract.ts'
import './AddProduct.css'
import { AddProductForm } from './AddProductForm.tsx'

/** The dashboard's form. After each success it is cleared, and a link to the new product appears above it. */
export function AddProduct({ card }: { card: (product: Product) => ReactElement }) {
  const [added, setAdded] = useState<Product>()
  const successMessage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!added) return
    document.getElementById('add-product-url')?.focus({ preventScroll: true }) // for the next product
    successMessage.current?.scrollIntoView({ block: 'center' })
  }, [added])
  return (
    <>
      <div className="add-product__added" role="status" ref={successMessage}>
        {added && (
          <Callout variant="ok" title={`${added.name} is number ${added.serial} in the list.`}>
            <span>
              <a href={paths.product(added.shopType, added.productCode)}>View item</a>
            </span>
          </Callout>
        )}
      </div>
      <AddProductForm key={added?._id} id="add-product" card={card} onAdded={setAdded} />
    </>
  )
}
