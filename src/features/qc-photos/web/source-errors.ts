import { formatDate } from '#shared/format/format-date.ts'
import type { QcPhotos } from './use-qc-photos.ts'

type SourcedPhotos = Pick<QcPhotos, 'items' | 'sources'>

/** Describes which sources failed, when the result is unknown. */
export function describeFailure({ sources }: Pick<SourcedPhotos, 'sources'>): string {
  const failedNames = (sources ?? []).filter(({ state }) => state === 'unavailable').map(({ name }) => name)
  const failedText = failedNames.length > 0 ? failedNames.join(', ') : 'their source'
  return `We can't reach ${failedText} right now, so there may be photos we can't show.`
}

/** One line for each source that failed, for display beside photos. */
export function getSourceNotes({ items, sources }: SourcedPhotos): string[] {
  if (sources === null) return ["We can't reach any photo source right now."]
  return (sources ?? []).flatMap(({ name, state, asOf }) => {
    if (state !== 'unavailable') return []
    const hasStoredPhotos = asOf !== null && items.some((item) => item.sources.includes(name))
    return hasStoredPhotos
      ? `${name} isn't responding. Showing its photos from ${formatDate(asOf)}.`
      : `${name} isn't responding and may have more photos.`
  })
}
