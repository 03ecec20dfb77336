import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ModeratedList, toModeratedList } from '#features/moderation/web/moderated-list.ts'
import {
  type StatusChange,
  type StatusChanges,
  useStatusChanges,
} from '#features/moderation/web/use-status-changes.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { ItemReading, ReadingsContract } from '../../contract.ts'
import type { ReadingSearch } from '../../manage-search.ts'
import { readingRules, readingText } from '../../texts-and-limits.ts'

/** One page of readings, cached per admin. */
export function useManagedReadings({ status, page }: ReadingSearch): ModeratedList<ItemReading> {
  const send = useApiClient()
  const { user } = useSession()
  const query = {
    ...(status !== 'All' && { status }),
    page: String(page),
    limit: String(readingRules.shown),
  }
  return toModeratedList(
    useQuery({
      queryKey: ['managedReadings', query, user?.id ?? ''],
      queryFn: () => send<ReadingsContract['getReadings']>('GET /items/readings', { query }),
      placeholderData: keepPreviousData,
    }),
  )
}

/** Decisions are shown at once, and reverted with a message when the request fails. */
export function useReadingModeration(): StatusChanges<ItemReading> {
  const send = useApiClient()
  const queryClient = useQueryClient()
  /** The last known `updatedAt` of each reading. */
  const lastUpdatedAt = useRef(new Map<string, string>())
  async function decide({ row, to }: StatusChange<ItemReading>, undo?: () => void): Promise<boolean> {
    const { _id: id, updatedAt } = row
    try {
      const query = { id, verdict: to, seen: lastUpdatedAt.current.get(id) ?? updatedAt }
      const { data } = await send<ReadingsContract['judgeReading']>('PATCH /items/readings', { query })
      lastUpdatedAt.current.set(id, data.updatedAt)
      toast.success(readingText.decided[to], { id: `reading-${id}`, ...(undo && { undo }) })
      return true
    } catch (error) {
      toast.error(getErrorMessage(error, 'Could not make any change!'))
      return false
    } finally {
      for (const queryKey of [['managedReadings'], ['getReadings'], ['overview']])
        void queryClient.invalidateQueries({ queryKey })
    }
  }
  return useStatusChanges(decide)
}
