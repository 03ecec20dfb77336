import { useShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import type { ShippingSummaryProps } from './ShippingSummary.tsx'
import { CountrySlip, SlipNote } from './SlipPaper.tsx'

const loadSummary = async () => (await import('./ShippingSummary.tsx')).ShippingSummary

/** The price with shipping, or a text when the weight or the destination is missing. */
export function LazyShippingSummary(props: ShippingSummaryProps) {
  const shipTo = useShipTo()
  const hasWeight = props.product?.weight != null
  const Summary = useLazyComponent(loadSummary, hasWeight && shipTo !== undefined)
  if (!hasWeight) {
    return (
      <SlipNote>
        {props.product?.dimensions
          ? "We don't know its weight yet."
          : "We don't know its weight or size yet."}
      </SlipNote>
    )
  }
  if (shipTo === undefined || !Summary) return <CountrySlip />
  return <Summary {...props} shipTo={shipTo} />
}
