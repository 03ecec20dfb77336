import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '#shared/contract.ts'
import type { Db } from '../db.ts'
import { securityEvents } from '../schema.ts'

export type SecurityEventType =
  | 'account-created'
  | 'access-denied'
  | 'agent-added'
  | 'agent-changed'
  | 'agent-deleted'
  | 'agent-moved'
  | 'agent-restored'
  | 'agent-selected'
  | 'agent-state-changed'
  | 'breaker-opened'
  | 'browser-unlocked'
  | 'duty-note-changed'
  | 'email-verified'
  | 'google-linked'
  | 'limit-hit'
  | 'login'
  | 'login-failed'
  | 'logout'
  | 'migrated'
  | 'password-changed'
  | 'password-reset'
  | 'product-added'
  | 'product-changed'
  | 'product-deleted'
  | 'product-moved'
  | 'product-restored'
  | 'product-trend-changed'
  | 'photos-added'
  | 'photos-deleted'
  | 'photos-moderated'
  | 'rate-card-activated'
  | 'rate-card-imported'
  | 'reading-moderated'
  | 'refresh-reused'
  | 'restored'
  | 'review-moderated'
  | 'role-changed'
  | 'sessions-ended'
  | 'started'
  | 'status-changed'
  | 'stopped'

export type SecurityEvent = {
  type: SecurityEventType
  /** The acting user; undefined for the site itself. */
  actorId?: string | undefined
  subjectId?: string | undefined
  caller?: Pick<Caller, 'address' | 'requestId'> | undefined
  /** Further short texts. They must contain no secrets and no email addresses. */
  details?: Record<string, string>
}

/** Writes one event; inside a transaction it is committed or rolled back with it. */
export async function recordEvent(db: Db, event: SecurityEvent): Promise<void> {
  await db.insert(securityEvents).values(toEventRow(event))
}

/** The row that stores an event. */
export function toEventRow({ type, actorId, subjectId, caller, details = {} }: SecurityEvent) {
  const { address: ipAddress = null, requestId = null } = caller ?? {}
  return { type, actorId: actorId ?? null, subjectId: subjectId ?? null, ipAddress, requestId, details }
}

/** The maximum number of rows that wait for the database. Further events are counted and dropped. */
const maxWaitingEvents = 1000

type EventWriterDeps = {
  db: Db
  /** Called with the number of events that a failing database has lost. */
  onLost: (count: number, error: unknown) => void
}

/** Writes events that belong to no transaction, in batches; callers do not wait for it. */
export function createEventWriter({ db, onLost }: EventWriterDeps) {
  // Events inside a caller's transaction are written outside of it.
  const runOutsideTransaction = AsyncLocalStorage.snapshot()
  let waiting: (ReturnType<typeof toEventRow> & { createdAt: Date })[] = []
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const rows = waiting
      waiting = []
      try {
        await db.insert(securityEvents).values(rows)
      } catch (error) {
        onLost(rows.length, error)
      }
    }
    writing = undefined
  }

  return {
    add(event: SecurityEvent): void {
      if (waiting.length >= maxWaitingEvents) {
        onLost(1, new Error('Too many events wait for the database.'))
        return
      }
      waiting.push({ ...toEventRow(event), createdAt: new Date() })
      writing ??= runOutsideTransaction(writeAll)
    },
    /** Resolves when everything added so far is written. */
    async flush(): Promise<void> {
      await writing
    },
  }
}
