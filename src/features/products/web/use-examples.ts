import { useQuery } from '@tanstack/react-query'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { Product } from '../contract.ts'
import { catalogueFactsQuery } from './queries.ts'

/** The best items of this site, at most one per marketplace (073); undefined while they are not known. */
export function useExamples(): Product[] | undefined {
  return useQuery(catalogueFactsQuery(useApiClient())).data?.data.examples
}
