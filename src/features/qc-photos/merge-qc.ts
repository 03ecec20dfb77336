import type { OutsideQc, QcAnswer, QcItem } from './contract.ts'

/** The outside sources' answer: null when every one of them failed. */
export type OutsideAnswer = OutsideQc[] | null

/**
 * One list of our photos and those of the outside sources, ours first and each once (§3). `undefined` and
 * null stand for a list that could not be loaded: the other one is still shown, but without any photo we
 * cannot say that none exist.
 */
export function mergeQc(own: QcAnswer | undefined, outside: OutsideAnswer | undefined): QcAnswer {
  const all = [...(own?.items ?? []), ...(outside ?? []).flatMap(({ items }) => items)]
  const items = [...Map.groupBy(all, ({ url }) => stripFragment(url)).values()].flatMap(joinCopies)
  const isCertain = own !== undefined && own.state !== 'unavailable' && isComplete(outside)
  const empty = isCertain ? 'none' : 'unavailable'
  return { state: items.length > 0 ? 'photos' : empty, photos: items.map(({ url }) => url), items }
}

function isComplete(outside: OutsideAnswer | undefined): boolean {
  return !!outside?.every(({ sources }) => sources.every(({ state }) => state !== 'unavailable'))
}

/** The first one's values count; the others' fill the missing ones. */
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
