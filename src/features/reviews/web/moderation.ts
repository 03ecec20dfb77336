import { useQueryClient } from '@tanstack/react-query'
import {
  type StatusChange,
  type StatusChanges,
  useStatusChanges,
} from '#features/moderation/web/use-status-changes.ts'
import type { Reply } from '#shared/contract.ts'
import { messageOf } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/api-client.tsx'
import { toast } from '#shared/web/ui/toasts.ts'
import type { Review, ReviewsContract } from '../contract.ts'
import { statusSentence } from '../rules.ts'
import { reviewText } from '../spec.ts'

type Moderated = Pick<Review, '_id' | 'status' | 'createdAt'>
export type Moderation = StatusChanges<Moderated>

/** Answers that a status changes: lists of reviews, averages of items, the counts of the admin's home. */
const changed = [['findReview'], ['findProductById'], ['getAllProduct'], ['overview']]

/** §4 Review status: shown at once, reverted with the message of §8 when the server fails. */
export function useModeration(): Moderation {
  const send = useApiClient()
  const queryClient = useQueryClient()

  /** Calls the server, shows the result, and resolves to whether it succeeded. */
  async function ask({ row, to }: StatusChange<Moderated>, undo?: () => void): Promise<boolean> {
    const { _id: id, createdAt: seen } = row
    try {
      await send<ReviewsContract['approveOrDenyReview']>('PATCH /review/approveOrDenyReview', {
        query: { review_id: id, status: to, seen },
      })
    } catch (error) {
      toast.error(messageOf(error, reviewText.noChange))
      void queryClient.invalidateQueries({ queryKey: ['findReview'] }) // it may have changed meanwhile
      return false
    }
    toast.success(statusSentence(to), { id: `review-${id}`, ...(undo && { undo }) })
    // Updates the cached lists, because the next answer may take long.
    queryClient.setQueriesData<Reply<ReviewsContract['findReview']>>(
      { queryKey: ['findReview'] },
      (list) =>
        list && {
          ...list,
          data: list.data.map((review) => (review._id === id ? { ...review, status: to } : review)),
        },
    )
    for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey })
    return true
  }

  return useStatusChanges(ask)
}
