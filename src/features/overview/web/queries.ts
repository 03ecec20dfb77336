import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { OverviewContract } from '../contract.ts'

/** How often it is asked for again while somebody looks at it, in ms. */
const everyMs = MINUTE_MS

/** The admin's start page; disabled without an admin. */
export function overviewQuery(send: ApiClient, adminId: string | undefined) {
  return queryOptions({
    queryKey: ['overview', adminId],
    queryFn: () => send<OverviewContract['overview']>('GET /overview', {}),
    enabled: adminId !== undefined,
    refetchInterval: everyMs,
  })
}
