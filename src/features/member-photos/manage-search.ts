import { findStatus } from '#features/moderation/status.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import { paths } from '#shared/paths.ts'

/** Which submissions are listed, by the URL: the pending ones by default. */
export type SubmissionSearch = { status: ModerationStatus | 'All'; page: number }

/** The part of a URL that the screen reads; invalid values are ignored. */
export function parseSubmissionSearch(params: URLSearchParams): SubmissionSearch {
  const page = Number(params.get('page'))
  const status = params.get('status')
  return {
    status: status === 'All' ? 'All' : (findStatus(status) ?? 'pending'),
    page: Number.isInteger(page) && page >= 1 && page < 1e6 ? page : 1,
  }
}

/** The URL of a list: `/dashboard/manage-qc?status=All&page=2`. */
export function submissionAddress({ status, page }: SubmissionSearch): string {
  const params = new URLSearchParams()
  if (status !== 'pending') params.set('status', status)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `${paths.manageQc()}?${params}` : paths.manageQc()
}
