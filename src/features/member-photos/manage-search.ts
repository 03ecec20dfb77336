import { findStatus } from '#features/moderation/status.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import { paths } from '#shared/paths.ts'

/** The filter and page of the list of submissions, from the URL. */
export type SubmissionSearch = { status: ModerationStatus | 'All'; page: number }

/** Parses the parameters of a URL; invalid values are ignored, and pending submissions are the default. */
export function parseSubmissionSearch(params: URLSearchParams): SubmissionSearch {
  const page = Number(params.get('page'))
  const status = params.get('status')
  return {
    status: status === 'All' ? 'All' : (findStatus(status) ?? 'pending'),
    page: Number.isInteger(page) && page >= 1 && page < 1e6 ? page : 1,
  }
}

/** The URL of a list: `/dashboard/manage-qc?status=All&page=2`. */
export function buildSubmissionsUrl({ status, page }: SubmissionSearch): string {
  const params = new URLSearchParams()
  if (status !== 'pending') params.set('status', status)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `${paths.manageQc()}?${params}` : paths.manageQc()
}
