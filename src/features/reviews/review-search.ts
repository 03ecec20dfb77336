import { findStatus } from '#features/moderation/status.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import { itemIdPattern } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { reviewLimits } from './texts-and-limits.ts'

/** The filters, the number of listed reviews and the id of the open comment, as in the URL. */
export type ReviewSearch = { status: ModerationStatus | 'All'; code: string; limit: number; review: string }

/** Reviews per step. */
const pageStep = 50

/** Reads the search parameters of the URL; invalid values are ignored. */
export function parseReviewSearch(params: URLSearchParams): ReviewSearch {
  const limit = Number(params.get('shown'))
  return {
    status: findStatus(params.get('status')) ?? 'All',
    code: (params.get('product_code') ?? '').trim().slice(0, 64),
    limit: limit > pageStep && limit <= reviewLimits.list && limit % pageStep === 0 ? limit : pageStep,
    review: params.get('review') ?? '',
  }
}

/** The URL of a list: `/dashboard/manage-review?status=pending&product_code=6528`. */
export function getManageReviewPath({ status, code, limit, review }: ReviewSearch): string {
  const params = new URLSearchParams()
  if (status !== 'All') params.set('status', status)
  if (code !== '') params.set('product_code', code)
  if (limit > pageStep) params.set('shown', String(limit))
  if (review !== '') params.set('review', review)
  return params.size > 0 ? `${paths.manageReview()}?${params}` : paths.manageReview()
}

/** The same search with one more step. */
export function expandSearch(search: ReviewSearch): ReviewSearch {
  return { ...search, limit: Math.min(search.limit + pageStep, reviewLimits.list) }
}

/** A search with new filters: the first step, without an open comment. */
export function createReviewSearch(filters: Pick<ReviewSearch, 'status' | 'code'>): ReviewSearch {
  return { ...filters, limit: pageStep, review: '' }
}

export function isFiltered({ status, code }: ReviewSearch): boolean {
  return status !== 'All' || code !== ''
}

/** False when no product code can contain the text, so that no request is needed. */
export function canBeFound({ code }: ReviewSearch): boolean {
  return code === '' || itemIdPattern.test(code)
}
