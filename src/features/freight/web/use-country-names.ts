import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countriesQuery } from './queries.ts'

/** Made when first asked for: it costs a phone 40 ms. */
let regionNames: Intl.DisplayNames | undefined

/** Names for country codes: ours, and the browser's own until the list is loaded. */
export function useCountryNames(): (code: string) => string {
  const { data } = useQuery(countriesQuery())
  return useMemo(() => {
    const names = new Map(data?.map(({ code, name }) => [code, name]))
    return (code) => names.get(code) ?? getRegionName(code)
  }, [data])
}

function getRegionName(code: string): string {
  regionNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
  try {
    return regionNames.of(code) ?? code
  } catch {
    return code // no code at all
  }
}
