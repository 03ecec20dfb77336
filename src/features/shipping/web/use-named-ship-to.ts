import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { type ShipTo, useShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'

/** As `useShipTo`, with the country's name; its code stands in until the list of countries is loaded. */
export function useNamedShipTo(): (ShipTo & { name: string }) | undefined {
  const shipTo = useShipTo()
  const { data: name } = useQuery({ ...countryNameQuery(shipTo?.code ?? ''), enabled: shipTo !== undefined })
  return shipTo && { ...shipTo, name: name ?? shipTo.code }
}
