import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import type { MeasuredProduct } from './estimate-prefill.ts'
import { BlankSlip, ToForm } from './SlipPaper.tsx'

const loadSlip = async () => (await import('./ShippingSummary.tsx')).ShippingSummary

type LazyShippingSummaryProps = {
  name: string
  product: MeasuredProduct
  /** On phones the link to the form is beside the price already. */
  isBesidePrice?: boolean
}

/** Shipping near the price: a receipt where the weight is known, else the link to the form. */
export function LazyShippingSummary({ name, product, isBesidePrice = false }: LazyShippingSummaryProps) {
  const weight = product?.weight ?? null
  const Slip = useLazyComponent(loadSlip, weight !== null)
  if (weight === null) {
    return (
      <ToForm className={isBesidePrice ? 'freight-link freight-link--wide' : 'freight-link'}>
        Estimate shipping
      </ToForm>
    )
  }
  if (Slip) return <Slip name={name} product={product} />
  return <BlankSlip />
}
