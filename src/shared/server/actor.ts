import type { Caller, SessionRef } from '#shared/contract.ts'

/** Who does something, and with which request. */
export type Actor = { session: SessionRef; caller: Caller }
