/** The status of a review or a submission (§4): pending, or as an admin decided. */
export const moderationStatuses = ['pending', 'approved', 'denied'] as const
export type ModerationStatus = (typeof moderationStatuses)[number]

export const statusLabels: Record<ModerationStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
}

/** The status that a text names; undefined for every other text. */
export function findStatus(text: string | null): ModerationStatus | undefined {
  return moderationStatuses.find((status) => status === text)
}
