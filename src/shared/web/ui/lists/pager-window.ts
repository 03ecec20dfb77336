/** A page number, or a gap between two. */
export type PagerEntry = number | 'gap'

/** How many pages are shown around the current one (§9: about 5). */
const windowSize = 5

/** §9: page 1, a window of about five pages, the last page, and an ellipsis where pages are left out between them. */
export function getShownPages(page: number, total: number): PagerEntry[] {
  if (total < 1) return []
  const first = Math.max(1, Math.min(page - (windowSize - 1) / 2, total - windowSize + 1))
  const last = Math.min(total, first + windowSize - 1)
  const nearbyPages = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return [...getPagesBefore(first), ...nearbyPages, ...getPagesAfter(last, total)]
}

function getPagesBefore(first: number): PagerEntry[] {
  if (first === 1) return []
  if (first === 2) return [1]
  return [1, first === 3 ? 2 : 'gap'] // an ellipsis for a single page would be as wide as its number
}

function getPagesAfter(last: number, total: number): PagerEntry[] {
  if (last === total) return []
  if (last === total - 1) return [total]
  return [last === total - 2 ? total - 1 : 'gap', total]
}
