import type { InfoResult } from './contract.ts'
import { productLimits } from './texts-and-limits.ts'

/**
 * The time of the stored information (ISO) when it is stale, which means that its source fails now. Undefined when it is
 * fresh. The catalogue's own information is never stale.
 */
export function getStaleFetchedAt(info: InfoResult | undefined, now: number): string | undefined {
  if (!info?.fetchedAt || info.source === 'catalogue') return undefined
  return now - Date.parse(info.fetchedAt) > productLimits.freshMs ? info.fetchedAt : undefined
}
