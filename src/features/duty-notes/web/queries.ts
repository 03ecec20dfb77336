import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { DutyNotesContract } from '../contract.ts'

/** Notes on duty and tax, by country. */
export function dutyNotesQuery(send: ApiClient) {
  return queryOptions({
    queryKey: ['getDutyNotes'],
    queryFn: () => send<DutyNotesContract['getDutyNotes']>('GET /shipping/dutyNotes', {}),
    staleTime: 5 * MINUTE_MS,
  })
}
