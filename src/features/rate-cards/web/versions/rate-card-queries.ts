import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import type { RateCardsContract } from '../../contract.ts'

/** All versions of the rate card; disabled without an admin. */
export function rateCardsQuery(send: ApiClient, adminId: string | undefined) {
  return queryOptions({
    queryKey: ['getRateCards', adminId],
    queryFn: () => send<RateCardsContract['getRateCards']>('GET /shipping/rateCards', {}),
    enabled: adminId !== undefined,
  })
}

/** A version with its lines; a version never changes. */
export function rateCardQuery(send: ApiClient, cardId: string) {
  return queryOptions({
    queryKey: ['getRateCard', cardId],
    queryFn: () =>
      send<RateCardsContract['getRateCard']>('GET /shipping/rateCard', { query: { card_id: cardId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The comparison of a version with the active one. */
export function comparisonQuery(send: ApiClient, cardId: string, activeId: string | undefined) {
  return queryOptions({
    queryKey: ['compareRateCards', cardId, activeId],
    queryFn: () =>
      send<RateCardsContract['compareRateCards']>('GET /shipping/compareRateCards', {
        query: { card_id: cardId },
      }),
  })
}
