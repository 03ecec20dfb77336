import type { Stage } from '../faults/stage.ts'
import type { StateName } from './socket-states.ts'
import type { Attacker } from './tally.ts'

/** A request as plain data, because another thread sends it. Path and body may contain `unique`. */
export type Shot = {
  method: string
  path: string
  headers?: Record<string, string> | undefined
  body?: string | Uint8Array | undefined
}

/** Placeholder for a number of six or more digits, new in each request, and the same in its path and body. */
export const unique = '~n~'

/** The work of one attacker: requests in turn on `atOnce` sockets, or sockets held in a state. */
export type Orders = { shots: Shot[]; atOnce: number } | { state: StateName }

export type Attack = {
  name: string
  /** Creates the data anew for each run, because rate limits count addresses and accounts. */
  prepare: (stage: Stage, attacker: Attacker) => Promise<Orders> | Orders
}

/** Sockets of one attacker, as many as eight browser windows open. */
export const socketsAtOnce = 48
