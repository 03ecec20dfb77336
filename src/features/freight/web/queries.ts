import { queryOptions } from '@tanstack/react-query'
import { HOUR_MS } from '#shared/time.ts'
import type { CategoryGroup, Country } from '../public-lists.ts'

/** All countries, sorted by name. */
export function countriesQuery() {
  return queryOptions({
    queryKey: ['country.json'],
    queryFn: async (): Promise<Country[]> => {
      // The server imports the list; the browser's bundle does not have this branch.
      if (import.meta.env.SSR) return (await import('../built-in/lists.ts')).countries
      return fetchList('/country.json')
    },
    staleTime: HOUR_MS,
    gcTime: HOUR_MS,
  })
}

/**
 * A country's name by its code; null for an unknown code. The server renders pages without the whole list in them.
 */
export function countryNameQuery(code: string) {
  return queryOptions({
    queryKey: ['countryName', code],
    queryFn: async ({ client }): Promise<string | null> => {
      if (import.meta.env.SSR) {
        const { countries } = await import('../built-in/lists.ts')
        const { findDestination } = await import('../destination.ts')
        return findDestination(code, countries)?.name ?? null
      }
      const countries = await client.ensureQueryData(countriesQuery())
      return countries.find((country) => country.code === code)?.name ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The groups with their categories. */
export function categoriesQuery() {
  return queryOptions({
    queryKey: ['category.json'],
    queryFn: async (): Promise<CategoryGroup[]> => {
      if (import.meta.env.SSR) return (await import('../built-in/lists.ts')).categories
      return fetchList('/category.json')
    },
    staleTime: HOUR_MS,
    gcTime: HOUR_MS,
  })
}

async function fetchList(url: string) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json()
}
