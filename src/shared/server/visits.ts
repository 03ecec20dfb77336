import { isbot } from 'isbot'
import type { Caller } from '#shared/contract.ts'

/** What decides whether a view counts; nothing of it is stored. */
export type Visit = Pick<Caller, 'userAgent' | 'isPrefetch' | 'wantsNoTracking'>

/** The one rule for page views on the dashboard: visits of people who do not opt out; prefetches do not count. */
export function isCountedVisit({ userAgent, isPrefetch, wantsNoTracking }: Visit): boolean {
  return !wantsNoTracking && !isPrefetch && !isProgram(userAgent)
}

/** True for a program that says so, and for a caller without a User-Agent, which every browser sends. */
function isProgram(userAgent: string): boolean {
  return !userAgent.startsWith('Mozilla/') || isbot(userAgent)
}
