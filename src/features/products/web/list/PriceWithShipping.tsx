import './PriceWithShipping.css'
import { Price } from '#shared/web/ui/values/Price.tsx'
import type { Product } from '../../contract.ts'

type PriceWithShippingProps = { weight: number | null; landed: NonNullable<Product['landed']> | null }

/** The rest of the sum that begins with the price: '+ ¥115.72 freight = ¥354.72', or why there is none. */
export function PriceWithShipping({ weight, landed }: PriceWithShippingProps) {
  if (!landed) {
    return (
      <p className="price-with-shipping price-with-shipping--none">
        {weight === null ? 'Freight: weight not known' : 'Freight: no line takes it'}
      </p>
    )
  }
  return (
    <p className="price-with-shipping">
      <span className="price-with-shipping__part">
        <span aria-hidden>+ </span>
        <span className="visually-hidden">plus </span>
        <Price amount={landed.freight} /> freight
      </span>{' '}
      <b className="price-with-shipping__part">
        <span aria-hidden>= </span>
        <span className="visually-hidden">makes </span>
        <Price amount={landed.total} />
      </b>
    </p>
  )
}
