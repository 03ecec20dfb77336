import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { useSavedCountry } from '#features/shipping/web/saved-codes.ts'
import { useCountryLines } from '#features/shipping/web/use-country-lines.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import type { MeasuredProduct } from './estimate-prefill.ts'
import { BlankSlip } from './SlipPaper.tsx'

const loadFigures = async () => (await import('./ShippingFigures.tsx')).ShippingFigures

/** The receipt for the last destination; blank where there is none, and while its prices are loading. */
export function ShippingSummary({ name, product }: { name: string; product: MeasuredProduct }) {
  const country = useSavedCountry()
  const Figures = useLazyComponent(loadFigures, country !== undefined)
  const lines = useCountryLines(country)
  const { data: countryName } = useQuery({
    ...countryNameQuery(country ?? ''),
    enabled: country !== undefined,
  })
  if (!country || !Figures || !lines) return <BlankSlip />
  return <Figures title={name} product={product} lines={lines} name={countryName ?? country} />
}
