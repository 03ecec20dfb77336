/** A page number, or a gap between two. */
export type PagerEntry = number | 'gap'

/** How many pages are shown around the present one (§9: about 5). */
const window = 5

/** §9: page 1, a window of about five pages, the last page, and an ellipsis where pages are left out between them. */
export function pagesShown(page: number, total: number): PagerEntry[] {
  if (total < 1) return []
  const first = Math.max(1, Math.min(page - (window - 1) / 2, total - window + 1))
  const last = Math.min(total, first + window - 1)
  const near = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return [...before(first), ...near, ...after(last, total)]
}

function before(first: number): PagerEntry[] {
  if (first === 1) return []
  if (first === 2) return [1]
  return [1, first === 3 ? 2 : 'gap'] // an ellipsis for a single page would be as wide as its number
}

function after(last: number, total: number): PagerEntry[] {
  if (last === total) return []
  if (last === total - 1) return [total]
  return [last === total - 2 ? total - 1 : 'gap', total]
}
