import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/shipping/web/country-name.ts'
import { tariffsQuery } from '#features/shipping/web/queries.ts'
import { useSavedCountry } from '#features/shipping/web/saved-codes.ts'
import { useSend } from '#shared/web/send.tsx'
import { useLater } from '#shared/web/use-later.ts'
import { BlankSlip } from './FreightSlot.tsx'
import type { Measured } from './measures.ts'

const loadFigures = async () => (await import('./FreightFigures.tsx')).FreightFigures

/** The slip for the country of last time; blank where there is none, and while its prices are on their way. */
export function FreightSlip({ product }: { product: Measured }) {
  const country = useSavedCountry()
  const Figures = useLater(loadFigures, country !== undefined)
  const isWanted = { enabled: country !== undefined }
  const { data: tariffs } = useQuery({ ...tariffsQuery(useSend(), country ?? ''), ...isWanted })
  const { data: name } = useQuery({ ...countryNameQuery(country ?? ''), ...isWanted })
  if (!country || !Figures || !tariffs) return <BlankSlip />
  return <Figures product={product} tariffs={tariffs.data} country={country} name={name ?? country} />
}
