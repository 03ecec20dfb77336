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

/** §4 Review status: shown at once, sprung back with the sentence of §8 when the server refuses. */
export function useModeration(): Moderation {
  const send = useApiClient()
  const queryClient = useQueryClient()

  /** Asks the server, says what came of it, and tells whether it was done. */
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
    // Written into the lists at hand, because the next answer may be long in coming.
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
