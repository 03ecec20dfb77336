import { queryOptions } from '@tanstack/react-query'

/** A country's name by its code, without the whole list, which a drawn page need not carry; null for no country. */
export function countryNameQuery(code: string) {
  return queryOptions({
    queryKey: ['countryName', code],
    queryFn: async ({ client }): Promise<string | null> => {
      if (import.meta.env.SSR) {
        const { countries } = await import('./lists-on-server.ts')
        const { destinationOf } = await import('#features/freight/destination.ts')
        return destinationOf(code, countries)?.name ?? null
      }
      const { countriesQuery } = await import('./queries.ts')
      const countries = await client.ensureQueryData(countriesQuery())
      return countries.find((country) => country.code === code)?.name ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
