import { formatDate } from '#shared/format/format-date.ts'
import type { QcPhotos } from './use-qc-photos.ts'

type SourcedPhotos = Pick<QcPhotos, 'items' | 'sources'>

/** Where the answer is unknown: which sources failed. */
export function describeFailure({ sources }: Pick<SourcedPhotos, 'sources'>): string {
  const lost = (sources ?? []).filter(({ state }) => state === 'unavailable').map(({ name }) => name)
  const who = lost.length > 0 ? lost.join(', ') : 'Their source'
  return `${who} ${lost.length > 1 ? 'do' : 'does'} not answer right now, so we cannot say whether there are any.`
}

/** Beside photos: a line for each source that did not answer. */
export function getSourceNotes({ items, sources }: SourcedPhotos): string[] {
  if (sources === null) return ['No outside source of photos answers right now.']
  return (sources ?? []).flatMap(({ name, state, asOf }) => {
    if (state !== 'unavailable') return []
    const isShown = asOf !== null && items.some((item) => item.sources.includes(name))
    return isShown
      ? `Photos of ${name} as of ${formatDate(asOf)}; it does not answer right now.`
      : `${name} does not answer right now; it may have more photos.`
  })
}
