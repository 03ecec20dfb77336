import type { Caller, SessionRef } from '#shared/contract.ts'

/** A user who acts, and the request in which they do. */
export type Actor = { session: SessionRef; caller: Caller }
