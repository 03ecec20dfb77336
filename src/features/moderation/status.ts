/** The status of a review or a photo submission (§4): pending, or set by an admin. */
export const moderationStatuses = ['pending', 'approved', 'denied'] as const
export type ModerationStatus = (typeof moderationStatuses)[number]

export const statusLabels: Record<ModerationStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
}

/** The status that a text names; undefined if there is none. */
export function findStatus(text: string | null): ModerationStatus | undefined {
  return moderationStatuses.find((status) => status === text)
}
