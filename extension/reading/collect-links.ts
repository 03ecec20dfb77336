import { parseLink } from '#features/product-links/parse-link.ts'
import { linksPerRequest } from '#features/product-links/texts-and-limits.ts'

/** Links of a page that are looked at, and their length in characters. */
export const linkBounds = { links: 2_000, length: 2_000 } as const

/** The marketplaces' addresses of the items that links lead to, each once, at most as many as are converted at once. */
export function listItemLinks(links: readonly unknown[]): string[] {
  const items = links.slice(0, linkBounds.links).flatMap((link) => {
    const parsed = typeof link === 'string' && /^https?:/.test(link) ? parseLink(link) : undefined
    return parsed?.ok ? [parsed.canonicalUrl] : []
  })
  return [...new Set(items)].slice(0, linksPerRequest)
}
