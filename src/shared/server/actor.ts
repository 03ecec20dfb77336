import type { Caller, Session } from '#shared/contract.ts'

/** Who does something, and with which request. */
export type Actor = { session: Session; caller: Caller }
