import { findStatus, type ModerationStatus } from '#features/moderation/status.ts'
import { itemIdPattern } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { reviewLimits } from './spec.ts'

/** Which reviews are listed and how many, and whose comment is open, by the URL. */
export type ReviewSearch = { status: ModerationStatus | 'All'; code: string; shown: number; review: string }

/** Reviews that one step brings. */
const pageStep = 50

/** The part of a URL that this screen reads; invalid values are ignored. */
export function parseReviewSearch(params: URLSearchParams): ReviewSearch {
  const shown = Number(params.get('shown'))
  return {
    status: findStatus(params.get('status')) ?? 'All',
    code: (params.get('product_code') ?? '').trim().slice(0, 64),
    shown: shown > pageStep && shown <= reviewLimits.list && shown % pageStep === 0 ? shown : pageStep,
    review: params.get('review') ?? '',
  }
}

/** The URL of a list: `/dashboard/manage-review?status=pending&product_code=6528`. */
export function getManageReviewPath({ status, code, shown, review }: ReviewSearch): string {
  const params = new URLSearchParams()
  if (status !== 'All') params.set('status', status)
  if (code !== '') params.set('product_code', code)
  if (shown > pageStep) params.set('shown', String(shown))
  if (review !== '') params.set('review', review)
  return params.size > 0 ? `${paths.manageReview()}?${params}` : paths.manageReview()
}

/** The same list with the next step. */
export function expandSearch(search: ReviewSearch): ReviewSearch {
  return { ...search, shown: Math.min(search.shown + pageStep, reviewLimits.list) }
}

/** Other filters begin at the first step, with nothing open. */
export function createReviewSearch(filters: Pick<ReviewSearch, 'status' | 'code'>): ReviewSearch {
  return { ...filters, shown: pageStep, review: '' }
}

export function isFiltered({ status, code }: ReviewSearch): boolean {
  return status !== 'All' || code !== ''
}

/** What no code can hold finds nothing, and need not be asked. */
export function canBeFound({ code }: ReviewSearch): boolean {
  return code === '' || itemIdPattern.test(code)
}
