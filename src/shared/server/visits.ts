import { isbot } from 'isbot'
import type { Caller } from '#shared/contract.ts'

/** What decides whether a view counts; nothing of it is stored. */
export type Visit = Pick<Caller, 'userAgent' | 'isPrefetch' | 'wantsNoTracking'>

/** The one rule for what the dashboard counts: people, and none who opt out or whose browser only looks ahead. */
export function isCountedVisit({ userAgent, isPrefetch, wantsNoTracking }: Visit): boolean {
  return !wantsNoTracking && !isPrefetch && !isProgram(userAgent)
}

/** True for a program that says so, and for a caller without a User-Agent, which every browser sends. */
function isProgram(userAgent: string): boolean {
  return !userAgent.startsWith('Mozilla/') || isbot(userAgent)
}
