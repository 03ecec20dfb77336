import type { ModerationStatus } from '#features/moderation/status.ts'
import { formatDate } from '#shared/format-date.ts'
import { submissionRetentionMs } from './spec.ts'

/** What is said when an admin has moderated photos. */
export function statusSentence(status: ModerationStatus): string {
  return `Status of the photos changed to "${status}"`
}

/** Until when a set that waits is kept, given when its wait began: 'kept until 21 Jan 2027'. */
export function keptWords(updatedAt: string): string {
  return `kept until ${formatDate(new Date(Date.parse(updatedAt) + submissionRetentionMs.pending).toISOString())}`
}
