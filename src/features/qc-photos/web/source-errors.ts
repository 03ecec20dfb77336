import { formatDate } from '#shared/format/format-date.ts'
import type { QcPhotos } from './use-qc-photos.ts'

type SourcedPhotos = Pick<QcPhotos, 'items' | 'sources'>

/** Where the answer is unknown: which sources failed. */
export function describeFailure({ sources }: Pick<SourcedPhotos, 'sources'>): string {
  const lost = (sources ?? []).filter(({ state }) => state === 'unavailable').map(({ name }) => name)
  const who = lost.length > 0 ? lost.join(', ') : 'their source'
  return `We can't reach ${who} right now, so there may be photos we can't show.`
}

/** Beside photos: a line for each source that did not answer. */
export function getSourceNotes({ items, sources }: SourcedPhotos): string[] {
  if (sources === null) return ["We can't reach any photo source right now."]
  return (sources ?? []).flatMap(({ name, state, asOf }) => {
    if (state !== 'unavailable') return []
    const isShown = asOf !== null && items.some((item) => item.sources.includes(name))
    return isShown
      ? `${name} isn't responding. Showing its photos from ${formatDate(asOf)}.`
      : `${name} isn't responding and may have more photos.`
  })
}
