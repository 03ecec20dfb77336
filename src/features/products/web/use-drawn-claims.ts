import { useQuery } from '@tanstack/react-query'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { Claim } from '../claims.ts'
import { catalogueFactsQuery } from './queries.ts'

/** Filters claims by whether this site shows them (059). */
export function useDrawnClaims<T extends Claim>(candidates: readonly T[]): T[] {
  const { data } = useQuery(catalogueFactsQuery(useApiClient()))
  return candidates.filter((claim) => data?.data.claims.includes(claim))
}
