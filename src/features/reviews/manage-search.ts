import { findStatus, type ModerationStatus } from '#features/moderation/status.ts'
import { paths } from '#shared/paths.ts'
import { itemIdPattern } from '#shared/shops.ts'
import { reviewLimits } from './spec.ts'

/** Which reviews are listed and how many, and whose comment is open, by the URL. */
export type ReviewSearch = { status: ModerationStatus | 'All'; code: string; shown: number; review: string }

/** Reviews that one step brings. */
const step = 50

/** The part of a URL that this screen reads; invalid values are ignored. */
export function reviewSearchOf(params: URLSearchParams): ReviewSearch {
  const shown = Number(params.get('shown'))
  return {
    status: findStatus(params.get('status')) ?? 'All',
    code: (params.get('product_code') ?? '').trim().slice(0, 64),
    shown: shown > step && shown <= reviewLimits.list && shown % step === 0 ? shown : step,
    review: params.get('review') ?? '',
  }
}

/** The URL of a list: `/dashboard/manage-review?status=pending&product_code=6528`. */
export function reviewAddress({ status, code, shown, review }: ReviewSearch): string {
  const params = new URLSearchParams()
  if (status !== 'All') params.set('status', status)
  if (code !== '') params.set('product_code', code)
  if (shown > step) params.set('shown', String(shown))
  if (review !== '') params.set('review', review)
  return params.size > 0 ? `${paths.manageReview()}?${params}` : paths.manageReview()
}

/** The same list with the next step. */
export function withMore(search: ReviewSearch): ReviewSearch {
  return { ...search, shown: Math.min(search.shown + step, reviewLimits.list) }
}

/** Other filters begin at the first step, with nothing open. */
export function filtered(filters: Pick<ReviewSearch, 'status' | 'code'>): ReviewSearch {
  return { ...filters, shown: step, review: '' }
}

export function isFiltered({ status, code }: ReviewSearch): boolean {
  return status !== 'All' || code !== ''
}

/** What no code can hold finds nothing, and need not be asked. */
export function canBeFound({ code }: ReviewSearch): boolean {
  return code === '' || itemIdPattern.test(code)
}
