import type { Caller } from '#shared/contract.ts'
import type { Db } from './client.ts'
import { securityEvents } from './schema.ts'

export type SecurityEventType =
  | 'account-created'
  | 'access-denied'
  | 'breaker-opened'
  | 'email-verified'
  | 'google-linked'
  | 'limit-hit'
  | 'login'
  | 'login-failed'
  | 'logout'
  | 'migrated'
  | 'password-changed'
  | 'password-reset'
  | 'refresh-reused'
  | 'role-changed'
  | 'sessions-ended'
  | 'started'
  | 'status-changed'
  | 'stopped'

export type SecurityEvent = {
  type: SecurityEventType
  /** Who acted; nobody for what the site does by itself. */
  actorId?: string | undefined
  subjectId?: string | undefined
  caller?: Pick<Caller, 'address' | 'requestId'> | undefined
  /** Short texts beside it; never a secret, never an address of mail. */
  details?: Record<string, string>
}

/** Writes one event; inside of a transaction it stands or falls with what it tells of. */
export async function recordEvent(db: Db, event: SecurityEvent): Promise<void> {
  const { type, actorId, subjectId, caller, details = {} } = event
  const { address = null, requestId = null } = caller ?? {}
  await db.insert(securityEvents).values({ type, actorId, subjectId, address, requestId, details })
}
