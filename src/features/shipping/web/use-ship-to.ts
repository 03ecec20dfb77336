import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { useSavedCountry } from './saved-codes.ts'

export { getSavedCountry, saveCountry, useSavedCountry, useSavedCurrency } from './saved-codes.ts'
export { openShipTo } from './ship-to-store.ts'

/**
 * The destination that is kept on this device, its code in place of the name until the list of countries is loaded;
 * undefined where none was chosen, on the server and while the page hydrates. `useSavedCountry` gives the code alone,
 * without loading the list.
 */
export function useShipTo(): { code: string; name: string } | undefined {
  const code = useSavedCountry()
  const { data: name } = useQuery({ ...countryNameQuery(code ?? ''), enabled: code !== undefined })
  return code === undefined ? undefined : { code, name: name ?? code }
}
