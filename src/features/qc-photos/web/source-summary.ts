import type { OutsideSource } from '../contract.ts'

/** The outside sources' states: null when none of them answered, undefined while loading. */
type MaybeSources = OutsideSource[] | null | undefined

/** Where nothing is found: which sources were asked, so that a failure is not taken for an answer. */
export function describeSources(sources: MaybeSources): string {
  const askedNames = (sources ?? []).filter(({ state }) => state !== 'not-asked').map(({ name }) => name)
  return askedNames.length > 0
    ? `We also checked ${askedNames.join(', ')}.`
    : 'We checked only our own photos.'
}

/** Whether some source failed, so that more photos may exist than are shown. */
export function hasFailedSource(sources: MaybeSources): boolean {
  return sources === null || !!sources?.some(({ state }) => state === 'unavailable')
}
