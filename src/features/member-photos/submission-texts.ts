import type { ModerationStatus } from '#shared/column-values.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { submissionRetentionMs } from './texts-and-limits.ts'

/** The message after an admin has moderated photos. */
export function statusSentence(status: ModerationStatus): string {
  return `Status of the photos changed to "${status}"`
}

/** Until when a pending submission is kept, given when it began to wait: 'kept until 21 Jan 2027'. */
export function describeRetention(updatedAt: string): string {
  return `kept until ${formatDate(new Date(Date.parse(updatedAt) + submissionRetentionMs.pending).toISOString())}`
}
