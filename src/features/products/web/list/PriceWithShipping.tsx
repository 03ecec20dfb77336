import './PriceWithShipping.css'
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { useApproximate } from '#features/shipping/web/use-approximate.ts'
import { yuanToFen } from '#shared/format/money.ts'
import { paths } from '#shared/paths.ts'
import { Price } from '#shared/web/ui/values/Price.tsx'
import type { Product } from '../../contract.ts'
import { openPriceReceipt } from './price-receipt-store.ts'

const ApproximateContext = createContext<ReturnType<typeof useApproximate>>(undefined)

/** Prices with shipping inside are shown in the visitor's currency too. One for a list: each card would ask by itself. */
export function ApproximatePrices({ children }: { children: ReactNode }) {
  return <ApproximateContext value={useApproximate()}>{children}</ApproximateContext>
}

type PriceWithShippingProps = {
  product: Product
  /** The name of the destination; undefined when none is set. */
  country: string | undefined
}

/**
 * The price with shipping ('¥294.12 with shipping'), or why it is unknown. While prices are loading, its space is reserved. A
 * press opens the receipt.
 */
export function PriceWithShipping({ product, country }: PriceWithShippingProps) {
  const { landed, weight } = product
  if (landed === undefined)
    return <p className="price-with-shipping price-with-shipping--empty" aria-hidden />
  if (landed === null) {
    return (
      <p className="price-with-shipping price-with-shipping--none">
        {weight === null ? 'Shipping: weight unknown' : 'Shipping: not available'}
      </p>
    )
  }
  return <PriceLink product={product} landed={landed} country={country} />
}

type PriceLinkProps = PriceWithShippingProps & { landed: NonNullable<Product['landed']> }

function PriceLink({ product, landed, country }: PriceLinkProps) {
  const approximate = useContext(ApproximateContext)
  function handleClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openPriceReceipt(product)
  }
  return (
    <a
      className="price-with-shipping price-with-shipping--sum"
      href={`${paths.product(product.shopType, product.productCode, product.shown.skuId)}#shipping`}
      onClick={handleClick}
    >
      <span>
        <Price amount={landed.total} /> with shipping
        <span className="visually-hidden">
          {`${country !== undefined ? ` to ${country}` : ''}: ${product.name}`}
        </span>
      </span>{' '}
      <span>{approximate?.(yuanToFen(landed.total), true)}</span>
    </a>
  )
}
