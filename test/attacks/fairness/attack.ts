import type { Stage } from '../faults/stage.ts'
import type { StateName } from './socket-states.ts'
import type { Attacker } from './tally.ts'

/** A request as plain data, because another thread sends it. Path and body may contain `unique`. */
export type RequestTemplate = {
  method: string
  path: string
  headers?: Record<string, string> | undefined
  body?: string | Uint8Array | undefined
}

/** Placeholder for a number of six or more digits, new in each request, and the same in its path and body. */
export const unique = '~n~'

/** The work of one attacker: requests in turn on `concurrency` sockets, or sockets held in a state. */
export type AttackPlan = { requests: RequestTemplate[]; concurrency: number } | { state: StateName }

export type Attack = {
  name: string
  /** Creates new data for each run, because rate limits count addresses and accounts. */
  prepare: (stage: Stage, attacker: Attacker) => Promise<AttackPlan> | AttackPlan
}

/** Sockets of one attacker, as many as eight browser windows open. */
export const socketsPerAttacker = 48
