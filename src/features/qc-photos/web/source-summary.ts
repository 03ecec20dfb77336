import type { OutsideSource } from '../contract.ts'

/** The states of the outside sources: null when all of them failed, undefined while loading. */
type MaybeSources = OutsideSource[] | null | undefined

/** Describes which sources were queried, when no photo was found. */
export function describeSources(sources: MaybeSources): string {
  const queriedNames = (sources ?? []).filter(({ state }) => state !== 'not-asked').map(({ name }) => name)
  return queriedNames.length > 0
    ? `We also checked ${queriedNames.join(', ')}.`
    : 'We checked only our own photos.'
}

/** Whether a source failed, so that more photos may exist. */
export function hasFailedSource(sources: MaybeSources): boolean {
  return sources === null || !!sources?.some(({ state }) => state === 'unavailable')
}
