import type { QcAnswer, QcItem } from './contract.ts'

/** The outside source's answer: null when it failed. */
export type OutsideAnswer = { imgs: string[] }[] | null

const outsideSource = 'Outside QC source'

/** The outside source names no sizes; a square only keeps the place. */
const outsideSize = { width: 720, height: 720 }

/**
 * One list of our photos and the outside source's, ours first and each once (§3). `undefined` and null stand for a
 * list that could not be had: it takes nothing from the other one, but without any photo we cannot say that none exist.
 */
export function mergeQc(own: QcAnswer | undefined, outside: OutsideAnswer | undefined): QcAnswer {
  const all = [...(own?.items ?? []), ...(outside ?? []).flatMap(({ imgs }) => imgs).map(outsideItem)]
  const items = [...Map.groupBy(all, ({ url }) => url).values()].flatMap(([first]) => first ?? [])
  const isCertain = own !== undefined && own.state !== 'unavailable' && Array.isArray(outside)
  const empty = isCertain ? 'none' : 'unavailable'
  return { state: items.length > 0 ? 'photos' : empty, photos: items.map(({ url }) => url), items }
}

function outsideItem(url: string): QcItem {
  const unknown = { agent: null, variant: null, finding: null, takenAt: null, placeholder: null }
  return { url, source: outsideSource, ...unknown, ...outsideSize }
}
