import type { ReviewStatus } from '#features/reviews/spec.ts'

/** What is said when an admin has judged photos. */
export function setStatusSentence(status: ReviewStatus): string {
  return `Status of the photos changed to "${status}"`
}
