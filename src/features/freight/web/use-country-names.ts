import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countriesQuery } from './queries.ts'

/** Created on first use: it takes 40 ms on a phone. */
let regionNames: Intl.DisplayNames | undefined

/** Names for country codes: those of the list, and the browser's own names until the list has loaded. */
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
    return code // the text is no country code
  }
}
