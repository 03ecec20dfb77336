import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { OverviewContract } from '../contract.ts'

/** How often the overview is fetched again while it is open, in ms. */
const refetchIntervalMs = MINUTE_MS

/** The overview of the admin home; disabled without an admin. */
export function overviewQuery(send: ApiClient, adminId: string | undefined) {
  return queryOptions({
    queryKey: ['overview', adminId],
    queryFn: () => send<OverviewContract['overview']>('GET /overview', {}),
    enabled: adminId !== undefined,
    refetchInterval: refetchIntervalMs,
  })
}
