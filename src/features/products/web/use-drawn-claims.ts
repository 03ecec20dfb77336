import { useQuery } from '@tanstack/react-query'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { Claim } from '../claims.ts'
import { catalogueFactsQuery } from './queries.ts'

/** Those of some claims that this site draws (059). */
export function useDrawnClaims<T extends Claim>(among: readonly T[]): T[] {
  const { data } = useQuery(catalogueFactsQuery(useApiClient()))
  return among.filter((claim) => data?.data.claims.includes(claim))
}
