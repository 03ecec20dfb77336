import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#shared/contract.ts'
import type { SiteContract } from '../contract.ts'

export function settingsQuery(send: Send) {
  return queryOptions({
    queryKey: ['siteSettings', {}],
    queryFn: () => send<SiteContract['siteSettings']>('GET /site/settings', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
