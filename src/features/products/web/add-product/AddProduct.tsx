import { type ReactElement, useEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import type { Product } from '../../contract.ts'
import { AddProductForm } from './AddProductForm.tsx'

/** The dashboard's form: after each success it is cleared, with a link to the new product. */
export function AddProduct({ card }: { card: (product: Product) => ReactElement }) {
  const [added, setAdded] = useState<Product>()
  useEffect(() => {
    if (added) document.getElementById('add-product-url')?.focus() // for the next one
  }, [added])
  return (
    <AddProductForm key={added?._id} id="add-product" card={card} onAdded={setAdded}>
      {added && (
        <Callout look="ok" title={`${added.name} is number ${added.serial} in the list.`} role="status">
          <span>
            <a href={paths.product(added.shopType, added.productCode)}>View item</a>
          </span>
        </Callout>
      )}
    </AddProductForm>
  )
}
