import { type ModerationStatus, moderationStatuses } from '#shared/column-values.ts'

export const statusLabels: Record<ModerationStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
}

/** The status that a text names; undefined if there is none. */
export function findStatus(text: string | null): ModerationStatus | undefined {
  return moderationStatuses.find((status) => status === text)
}
