import type { OutsideQc, QcAnswer, QcItem } from './contract.ts'

/** The response of the outside sources; null when all of them failed. */
export type OutsideResult = OutsideQc[] | null

/**
 * Merges the site's own photos with those of the outside sources, own photos first and without duplicates (§3).
 * `undefined` and null mean that a list could not be loaded: then the other list is used, and an empty result is
 * 'unavailable' instead of 'none'.
 */
export function mergeQc(own: QcAnswer | undefined, outside: OutsideResult | undefined): QcAnswer {
  const all = [...(own?.items ?? []), ...(outside ?? []).flatMap(({ items }) => items)]
  const items = [...Map.groupBy(all, ({ url }) => stripFragment(url)).values()].flatMap(joinCopies)
  const areBothLoaded = own !== undefined && own.state !== 'unavailable' && isComplete(outside)
  const emptyState = areBothLoaded ? 'none' : 'unavailable'
  return { state: items.length > 0 ? 'photos' : emptyState, photos: items.map(({ url }) => url), items }
}

function isComplete(outside: OutsideResult | undefined): boolean {
  return !!outside?.every(({ sources }) => sources.every(({ state }) => state !== 'unavailable'))
}

/** Joins copies of a photo: values of the first one, with missing values from the others. */
function joinCopies(copies: QcItem[]): QcItem[] {
  const [first, ...others] = copies
  if (!first || others.length === 0) return copies
  return [
    {
      ...first,
      sources: [...new Set(copies.flatMap(({ sources }) => sources))],
      variant: first.variant ?? others.find(({ variant }) => variant)?.variant ?? null,
      takenAt: first.takenAt ?? others.find(({ takenAt }) => takenAt)?.takenAt ?? null,
    },
  ]
}

/** A URL's fragment only describes the image. */
function stripFragment(url: string): string {
  return url.replace(/#.*$/, '')
}
