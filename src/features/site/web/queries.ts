import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import type { SiteContract } from '../contract.ts'

export function settingsQuery(send: ApiClient) {
  return queryOptions({
    queryKey: ['siteSettings', {}],
    queryFn: () => send<SiteContract['siteSettings']>('GET /site/settings', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
