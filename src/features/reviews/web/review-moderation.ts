import { useQueryClient } from '@tanstack/react-query'
import {
  type StatusChange,
  type StatusChanges,
  useStatusChanges,
} from '#features/moderation/web/use-status-changes.ts'
import type { ApiReply } from '#shared/contract.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { Review, ReviewsContract } from '../contract.ts'
import { describeReviewStatus } from '../rules.ts'
import { reviewText } from '../texts-and-limits.ts'

export type ReviewModeration = StatusChanges<Review>

/** The cached queries that a status changes: reviews, averages of items, the numbers of the admin home. */
const staleQueries = [['findReview'], ['findProductById'], ['getAllProduct'], ['overview']]

/** §4 Review status: shown at once, reverted with the message of §8 when the server fails. */
export function useReviewModeration(): ReviewModeration {
  const send = useApiClient()
  const queryClient = useQueryClient()

  /** Calls the server, shows the result, and resolves to whether it succeeded. */
  async function sendStatusChange({ row, to }: StatusChange<Review>, undo?: () => void): Promise<boolean> {
    const { _id: id, createdAt: seen } = row
    try {
      await send<ReviewsContract['approveOrDenyReview']>('PATCH /review/approveOrDenyReview', {
        query: { review_id: id, status: to, seen },
      })
    } catch (error) {
      toast.error(getErrorMessage(error, reviewText.noChange))
      void queryClient.invalidateQueries({ queryKey: ['findReview'] }) // another admin may have changed it
      return false
    }
    toast.success(describeReviewStatus(to), { id: `review-${id}`, ...(undo && { undo }) })
    // Updates the cached lists at once; the refetch may take long.
    queryClient.setQueriesData<ApiReply<ReviewsContract['findReview']>>(
      { queryKey: ['findReview'] },
      (list) =>
        list && {
          ...list,
          data: list.data.map((review) => (review._id === id ? { ...review, status: to } : review)),
        },
    )
    for (const queryKey of staleQueries) void queryClient.invalidateQueries({ queryKey })
    return true
  }

  return useStatusChanges(sendStatusChange)
}
