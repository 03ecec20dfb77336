import type { Session } from '#shared/contract.ts'

/** Finds the session behind an Authorization header, which holds the token raw or after `Bearer ` (§7). */
export type FindSession = (authorization: string | undefined) => Promise<Session | undefined>
