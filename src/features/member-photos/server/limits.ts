import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { photoSubmissions } from '#db/schema.ts'
import { RequestError } from '#shared/failure.ts'
import { submissionLimits, submissionText } from '../spec.ts'

/** The submitting member. */
export type Submitter = { userId: string; isAdmin: boolean }

/**
 * Denies a submission when too many of the member, or of all members, are pending. Concurrent ones may
 * slightly exceed the total; those of one account only where its row is not locked.
 */
export async function assertMaySubmit(db: Db, { userId, isAdmin }: Submitter): Promise<void> {
  if (isAdmin) return // theirs do not wait
  const isWaiting = eq(photoSubmissions.status, 'pending')
  const own = await db.$count(photoSubmissions, and(isWaiting, eq(photoSubmissions.userId, userId)))
  if (own >= submissionLimits.waitingOfAccount) throw createTooManyWaitingError(submissionText.tooManyWaiting)
  if ((await db.$count(photoSubmissions, isWaiting)) >= submissionLimits.waiting)
    throw createTooManyWaitingError(submissionText.queueFull)
}

function createTooManyWaitingError(message: string): RequestError {
  return new RequestError({ status: 429, message, code: 'TOO_MANY_WAITING' })
}
