import type { StatusLook } from '#shared/web/ui/StatusMark.tsx'
import type { ReviewStatus } from '../../spec.ts'

const statusWords: Record<ReviewStatus, string> = {
  approved: 'Approved',
  denied: 'Denied',
  pending: 'Pending',
}

export const statusLooks: Record<ReviewStatus, StatusLook> = {
  approved: 'good',
  denied: 'bad',
  pending: 'waiting',
}

/** In the order of §2. */
export const statusOptions = (['approved', 'denied', 'pending'] as const).map((value) => ({
  value,
  label: statusWords[value],
}))
