import type { Stage } from '../faults/stage.ts'
import type { StateName } from './socket-states.ts'
import type { Attacker } from './tally.ts'

/** A request as plain data, because it is sent by another thread. Path and body may hold `unique`. */
export type Shot = {
  method: string
  path: string
  headers?: Record<string, string> | undefined
  body?: string | Uint8Array | undefined
}

/** Stands for a number of six digits or more that is another one each time; the same in an address as in a text. */
export const unique = '~n~'

/** What one attacker does: sends in turn, on so many sockets at once, or holds sockets in a state. */
export type Orders = { shots: Shot[]; atOnce: number } | { state: StateName }

export type Attack = {
  name: string
  /** What it needs is made anew each time, since limits count addresses and accounts. */
  prepare: (stage: Stage, attacker: Attacker) => Promise<Orders> | Orders
}

/** Sockets of one attacker: as many as a determined browser of eight windows has. */
export const socketsAtOnce = 48
