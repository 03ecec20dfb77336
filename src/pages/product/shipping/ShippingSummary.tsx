import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { tariffsQuery } from '#features/shipping/web/queries.ts'
import { useSavedCountry } from '#features/shipping/web/saved-codes.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { MeasuredProduct } from './estimate-prefill.ts'
import { BlankSlip } from './SlipPaper.tsx'

const loadFigures = async () => (await import('./ShippingFigures.tsx')).ShippingFigures

/** The receipt for the last destination; blank where there is none, and while its prices are loading. */
export function ShippingSummary({ product }: { product: MeasuredProduct }) {
  const country = useSavedCountry()
  const Figures = useLazyComponent(loadFigures, country !== undefined)
  const isWanted = { enabled: country !== undefined }
  const { data: tariffs } = useQuery({ ...tariffsQuery(useApiClient(), country ?? ''), ...isWanted })
  const { data: name } = useQuery({ ...countryNameQuery(country ?? ''), ...isWanted })
  if (!country || !Figures || !tariffs) return <BlankSlip />
  return <Figures product={product} tariffs={tariffs.data} country={country} name={name ?? country} />
}
