import { findStatus } from '#features/moderation/status.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import { paths } from '#shared/paths.ts'

/** The filter and page of the admins' list of readings, from the URL. */
export type ReadingSearch = { status: ModerationStatus | 'All'; page: number }

/** Parses the parameters of a URL; invalid values are ignored, and pending readings are the default. */
export function parseReadingSearch(params: URLSearchParams): ReadingSearch {
  const page = Number(params.get('page'))
  const status = params.get('status')
  return {
    status: status === 'All' ? 'All' : (findStatus(status) ?? 'pending'),
    page: Number.isInteger(page) && page >= 1 && page < 1e6 ? page : 1,
  }
}

/** The URL of a list: `/dashboard/manage-readings?status=All&page=2`. */
export function buildReadingsUrl({ status, page }: ReadingSearch): string {
  const params = new URLSearchParams()
  if (status !== 'pending') params.set('status', status)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `${paths.manageReadings()}?${params}` : paths.manageReadings()
}
