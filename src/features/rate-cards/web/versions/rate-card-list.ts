import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getErrorMessage } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { useOptimisticList } from '#shared/web/ui/feedback/optimistic-change.ts'
import type { RateCardSummary, RateCardsContract } from '../../contract.ts'
import { rateCardsQuery } from './rate-card-queries.ts'

export type RateCardList = {
  /** The versions with pending changes applied; undefined while loading. */
  shown: RateCardSummary[] | undefined
  error: Error | null
  isBusy: boolean
  isChanging: (id: string) => boolean
  /** Resolves to whether the server agreed. */
  activate: (card: RateCardSummary) => Promise<boolean>
  retry: () => void
}

/** Answers that hold figures of the active card. */
const activeCardQueries = [
  ['getRateCards'],
  ['compareRateCards'],
  ['getTariffs'],
  ['getDestinations'],
  ['get_estimation'],
  ['getAllProduct'],
] as const

export function useRateCardList(): RateCardList {
  const send = useApiClient()
  const list = rateCardsQuery(send, useSession().user?.id)
  const { change, list: shown, ...status } = useOptimisticList(list.queryKey, useQuery(list))
  return {
    ...status,
    shown,
    activate: (card) =>
      change({
        of: card.id,
        apply: (rows) => applyActiveCard(rows, card.id),
        send: () =>
          send<RateCardsContract['setRateCard']>('PATCH /shipping/rateCards', {
            query: getActivationQuery(card, shown),
          }),
        success: `${card.id} is active now.`,
        failure: (error) => getErrorMessage(error, `${card.id} was not activated.`),
        invalidated: activeCardQueries,
      }),
  }
}

/** The built-in card is active when no other is. */
function getActivationQuery(card: RateCardSummary, rows: readonly RateCardSummary[] = []) {
  const active = rows.find((row) => row.active)
  return card.state === 'embedded' && active
    ? { card_id: active.id, active: 'false' as const }
    : { card_id: card.id, active: 'true' as const }
}

/** The list once that card is the active one. */
export function applyActiveCard(rows: readonly RateCardSummary[], id: string): RateCardSummary[] {
  return rows.map((row) => {
    if (row.id === id) return { ...row, active: true, state: 'active' }
    return row.active ? { ...row, active: false, state: row.createdAt ? 'former' : 'embedded' } : row
  })
}

/** Puts a new version on top of the cached list, because the next answer may take long. */
export function useAddNewCard(): (card: RateCardSummary) => void {
  const queryClient = useQueryClient()
  const { queryKey } = rateCardsQuery(useApiClient(), useSession().user?.id)
  return (card) => {
    queryClient.setQueryData(
      queryKey,
      (list) => list && { ...list, data: [card, ...list.data.filter(({ id }) => id !== card.id)] },
    )
    void queryClient.invalidateQueries({ queryKey: ['getRateCards'] })
  }
}
