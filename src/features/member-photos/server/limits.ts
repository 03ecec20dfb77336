import { and, eq, exists, type SQL } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { photoSubmissions, reviewPhotos, reviews } from '#db/schema.ts'
import { RequestError } from '#shared/failure.ts'
import { submissionLimits, submissionText } from '../texts-and-limits.ts'

/** The submitting member. */
export type Submitter = { userId: string; isAdmin: boolean }

/**
 * Denies a submission when too many of the member, or of all members, are pending. Concurrent ones may
 * slightly exceed the total; those of one account only where its row is not locked.
 */
export async function assertMaySubmit(db: Db, { userId, isAdmin }: Submitter): Promise<void> {
  if (isAdmin) return // theirs do not wait
  const ofAccount = [eq(photoSubmissions.userId, userId), eq(reviews.userId, userId)] as const
  if ((await countWaiting(db, ...ofAccount)) >= submissionLimits.waitingOfAccount)
    throw createTooManyWaitingError(submissionText.tooManyWaiting)
  if ((await countWaiting(db)) >= submissionLimits.waiting)
    throw createTooManyWaitingError(submissionText.queueFull)
}

/** Submissions that are pending, and reviews with photos. */
async function countWaiting(db: Db, ofSubmissions?: SQL, ofReviews?: SQL): Promise<number> {
  const hasPhotos = exists(
    db.select({ id: reviewPhotos.id }).from(reviewPhotos).where(eq(reviewPhotos.reviewId, reviews.id)),
  )
  return (
    (await db.$count(photoSubmissions, and(eq(photoSubmissions.status, 'pending'), ofSubmissions))) +
    (await db.$count(reviews, and(eq(reviews.status, 'pending'), ofReviews, hasPhotos)))
  )
}

function createTooManyWaitingError(message: string): RequestError {
  return new RequestError({ status: 429, message, code: 'TOO_MANY_WAITING' })
}
