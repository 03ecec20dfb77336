import { isbot } from 'isbot'
import type { Caller } from '#shared/contract.ts'

/** The facts that decide whether a page view counts. They are not stored. */
export type Visit = Pick<Caller, 'userAgent' | 'isPrefetch' | 'wantsNoTracking'>

/** The one rule for page views on the dashboard: visits of people who do not opt out; prefetches do not count. */
export function isCountedVisit({ userAgent, isPrefetch, wantsNoTracking }: Visit): boolean {
  return !wantsNoTracking && !isPrefetch && !isProgram(userAgent)
}

/** True for a bot by its User-Agent, and for a caller without a browser's User-Agent. */
function isProgram(userAgent: string): boolean {
  return !userAgent.startsWith('Mozilla/') || isbot(userAgent)
}
