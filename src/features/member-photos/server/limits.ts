import { and, eq, exists, type SQL } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { photoSubmissions, reviewPhotos, reviews } from '#db/schema.ts'
import { RequestError } from '#shared/failure.ts'
import { submissionLimits, submissionText } from '../texts-and-limits.ts'

/** The submitting member. */
export type Submitter = { userId: string; isAdmin: boolean }

/**
 * Throws a RequestError (429) when too many submissions of the member, or of all members, are pending. Concurrent
 * requests may slightly exceed the total; the limit per account is exact when the account's row is locked.
 */
export async function assertMaySubmit(db: Db, { userId, isAdmin }: Submitter): Promise<void> {
  if (isAdmin) return // submissions of admins are not pending
  const accountFilters = [eq(photoSubmissions.userId, userId), eq(reviews.userId, userId)] as const
  if ((await countWaiting(db, ...accountFilters)) >= submissionLimits.waitingOfAccount)
    throw createTooManyWaitingError(submissionText.tooManyWaiting)
  if ((await countWaiting(db)) >= submissionLimits.waiting)
    throw createTooManyWaitingError(submissionText.queueFull)
}

/** Counts pending submissions and pending reviews with photos. */
async function countWaiting(db: Db, submissionFilter?: SQL, reviewFilter?: SQL): Promise<number> {
  const hasPhotos = exists(
    db.select({ id: reviewPhotos.id }).from(reviewPhotos).where(eq(reviewPhotos.reviewId, reviews.id)),
  )
  return (
    (await db.$count(photoSubmissions, and(eq(photoSubmissions.status, 'pending'), submissionFilter))) +
    (await db.$count(reviews, and(eq(reviews.status, 'pending'), reviewFilter, hasPhotos)))
  )
}

function createTooManyWaitingError(message: string): RequestError {
  return new RequestError({ status: 429, message, code: 'TOO_MANY_WAITING' })
}
