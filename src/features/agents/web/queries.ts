import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { AgentsContract } from '../contract.ts'

/** The active agents in order, for pages and picker. */
export function agentsQuery(send: ApiClient) {
  return queryOptions({
    queryKey: ['getAgent', { active: 'true' }],
    queryFn: () => send<AgentsContract['getAgent']>('GET /agent/getAgent', { query: { active: 'true' } }),
    staleTime: 5 * MINUTE_MS,
  })
}

/** Every agent in order, inactive ones too; cached per admin. */
export function allAgentsQuery(send: ApiClient, userId: string | undefined) {
  return queryOptions({
    queryKey: ['getAgent', {}, userId],
    queryFn: () => send<AgentsContract['getAgent']>('GET /agent/getAgent', { query: {} }),
    enabled: userId !== undefined,
  })
}

/** Links that a newer release would change, for admins. */
export function templateOffersQuery(send: ApiClient, userId: string | undefined) {
  return queryOptions({
    queryKey: ['listTemplateOffers', {}, userId],
    queryFn: () => send<AgentsContract['listTemplateOffers']>('GET /agent/templateOffers', {}),
    enabled: userId !== undefined,
  })
}
