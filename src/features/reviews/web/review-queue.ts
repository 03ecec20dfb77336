import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModerationStatus } from '#shared/column-values.ts'
import type { ApiClient } from '#shared/contract.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { Review, ReviewsContract } from '../contract.ts'
import { useReviewModeration } from './review-moderation.ts'

export type Decision = Exclude<ModerationStatus, 'pending'>
export type ReviewQueueState = {
  /** Pending reviews, oldest first; undefined while loading. */
  waiting: Review[] | undefined
  error: Error | null
  isFetching: boolean
  retry: () => void
  moderate: (review: Review, decision: Decision) => void
  canUndo: boolean
  undo: () => void
}

const pollIntervalMs = 60_000

function waitingQuery(send: ApiClient, adminId: string | undefined) {
  const query = { status: 'pending' as const }
  return queryOptions({
    queryKey: ['findReview', query, adminId],
    queryFn: () => send<ReviewsContract['findReview']>('GET /review/findReview', { query }),
    enabled: adminId !== undefined,
    refetchInterval: pollIntervalMs,
  })
}

/** The reviews that wait for a decision. A decision and its undo are visible at once. */
export function useReviewQueue(adminId: string | undefined): ReviewQueueState {
  const { data, error, isFetching, refetch } = useQuery(waitingQuery(useApiClient(), adminId))
  const { getStatus, change, undo } = useReviewModeration()
  /** Reviews moderated here; the next response does not contain them any more. */
  const [moderated, setModerated] = useState<readonly Review[]>([])
  /** Ids of undone decisions; their reviews stay until a response contains them again. */
  const [undoneIds, setUndoneIds] = useState<readonly string[]>([])

  const listed = data?.data ?? []
  const unlistedReviews = moderated.filter(({ _id }) => !listed.some((review) => review._id === _id))
  const isWaiting = (review: Review) =>
    getStatus(review) === 'pending' || (isFetching && undoneIds.includes(review._id))
  const waiting = [...listed, ...unlistedReviews]
    .filter(isWaiting)
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))

  return {
    waiting: data && waiting,
    error: data ? null : error,
    isFetching,
    retry: () => void refetch(),
    moderate(review, decision) {
      setModerated((all) => [...all.filter(({ _id }) => _id !== review._id), { ...review, status: decision }])
      setUndoneIds((all) => all.filter((id) => id !== review._id))
      change(review, decision)
    },
    canUndo: moderated.some(({ _id }) => !waiting.some((review) => review._id === _id)),
    undo() {
      const id = undo()
      if (id) setUndoneIds((all) => [...all, id])
    },
  }
}
