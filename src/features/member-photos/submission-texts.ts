import type { ModerationStatus } from '#shared/column-values.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { submissionRetentionMs } from './texts-and-limits.ts'

/** The message after an admin has moderated photos. */
export function formatStatusMessage(status: ModerationStatus): string {
  return `Status of the photos changed to "${status}"`
}

/** The end of the retention of a pending submission: 'kept until 21 Jan 2027'. */
export function describeRetention(updatedAt: string): string {
  return `kept until ${formatDate(new Date(Date.parse(updatedAt) + submissionRetentionMs.pending).toISOString())}`
}
