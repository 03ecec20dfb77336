import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getErrorMessage } from '#shared/failure.ts'
import { paths } from '#shared/paths.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { useOptimisticList } from '#shared/web/ui/feedback/optimistic-change.ts'
import type { RateCardSummary, RateCardsContract } from '../../contract.ts'
import { rateCardsQuery } from './rate-card-queries.ts'

export type RateCardList = {
  /** The versions with pending changes applied; undefined while loading. */
  cards: RateCardSummary[] | undefined
  error: Error | null
  isBusy: boolean
  isChanging: (id: string) => boolean
  /** Resolves to whether the card is active now. */
  activate: (card: RateCardSummary) => Promise<boolean>
  retry: () => void
}

/** The dashboard's URL of a version. */
export function getRateCardPath(id: string): string {
  return `${paths.rateCards()}?${new URLSearchParams({ card: id })}`
}

/** Cached responses that depend on the active card. */
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
  const { change, list: cards, ...state } = useOptimisticList(list.queryKey, useQuery(list))
  return {
    ...state,
    cards,
    activate: (card) =>
      change({
        of: card.id,
        apply: (rows) => applyActiveCard(rows, card.id),
        send: () =>
          send<RateCardsContract['setRateCard']>('PATCH /shipping/rateCards', {
            query: getActivationQuery(card, cards),
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

/** The list after the card `id` has become active. */
export function applyActiveCard(rows: readonly RateCardSummary[], id: string): RateCardSummary[] {
  return rows.map((row) => {
    if (row.id === id) return { ...row, active: true, state: 'active' }
    return row.active ? { ...row, active: false, state: row.createdAt ? 'former' : 'embedded' } : row
  })
}

/** Adds a new version to the cached list at once, because the next response may take long. */
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
