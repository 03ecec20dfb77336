import { useSavedCountry } from '#features/shipping/web/saved-codes.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import type { ShippingSummaryProps } from './ShippingSummary.tsx'
import { CountrySlip, SlipNote } from './SlipPaper.tsx'

const loadSummary = async () => (await import('./ShippingSummary.tsx')).ShippingSummary

/** The price with shipping, or what is missing for it: the weight or the destination. */
export function LazyShippingSummary(props: ShippingSummaryProps) {
  const country = useSavedCountry()
  const isWeighed = props.product?.weight != null
  const Summary = useLazyComponent(loadSummary, isWeighed && country !== undefined)
  if (!isWeighed) {
    return (
      <SlipNote>
        {props.product?.dimensions
          ? "We don't know its weight yet."
          : "We don't know its weight or size yet."}
      </SlipNote>
    )
  }
  if (country === undefined || !Summary) return <CountrySlip />
  return <Summary {...props} country={country} />
}
