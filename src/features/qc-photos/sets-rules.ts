import type { ReviewStatus } from '#features/reviews/spec.ts'
import { dayWords } from '#shared/day.ts'
import { qcSetLives } from './sets-spec.ts'

/** What is said when an admin has judged photos. */
export function setStatusSentence(status: ReviewStatus): string {
  return `Status of the photos changed to "${status}"`
}

/** Until when a set that waits is kept, given when its wait began: 'kept until 21 Jan 2027'. */
export function keptWords(updatedAt: string): string {
  return `kept until ${dayWords(new Date(Date.parse(updatedAt) + qcSetLives.pending).toISOString())}`
}
