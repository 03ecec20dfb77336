import type { OutsideSource } from '../contract.ts'

/** What the outside sources had to say: null when none of them answered, undefined while they are awaited. */
type Sources = OutsideSource[] | null | undefined

/** Where nothing is found: who was asked, so that nobody takes silence for an answer. */
export function describeSources(sources: Sources): string {
  const asked = (sources ?? []).filter(({ state }) => state !== 'not-asked').map(({ name }) => name)
  return asked.length > 0
    ? `Besides our own photos we asked ${asked.join(', ')}.`
    : "Only this site's own photos were looked at."
}

/** Whether some source failed, so that more photos may exist than are shown. */
export function hasFailedSource(sources: Sources): boolean {
  return sources === null || !!sources?.some(({ state }) => state === 'unavailable')
}
