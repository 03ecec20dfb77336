import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#db/db.ts'
import { type CountedEvent, createEventCounter } from '#db/queries/event-counter.ts'
import { createEventWriter, type SecurityEvent } from '#db/queries/security-events.ts'
import { getNetwork, normalizeAddress, RateLimitError } from '#shared/server/access/rate-limits.ts'
import type { AccessDenial } from '#shared/server/register-routes.ts'

export type SecurityLog = ReturnType<typeof createSecurityLog>

type SecurityLogDeps = { db: Db; log: Pick<FastifyBaseLogger, 'warn'> }
type RefusedEvent = Omit<CountedEvent, 'network' | 'caller'> & { caller: NonNullable<CountedEvent['caller']> }
type LimitHit = Pick<AccessDenial, 'session'> & {
  rule: string
  caller: Pick<AccessDenial['caller'], 'address' | 'requestId'>
}

/** Records events outside of transactions: denied calls and failing sources. Callers do not wait for it. */
export function createSecurityLog({ db, log }: SecurityLogDeps) {
  const logLostEvents = (count: number, err: unknown): void =>
    log.warn({ err, count }, 'Security events were not stored, because the database failed.')
  const writer = createEventWriter({ db, onLost: logLostEvents })
  const counter = createEventCounter({ db, onLost: logLostEvents })
  const count = (event: RefusedEvent): void =>
    counter.add({ ...event, network: getNetwork(event.caller.address) })
  return {
    record: (event: SecurityEvent): void => writer.add(event),

    /** A login failed. */
    loginFailed: (event: Omit<RefusedEvent, 'type'>): void => count({ type: 'login-failed', ...event }),

    /** A call was denied to a user without access. */
    async refused({ name, session, caller }: AccessDenial): Promise<void> {
      count({ type: 'access-denied', actorId: session?.userId, caller, details: { call: name } })
    },

    /** A limit was exceeded. */
    limitHit({ rule, session, caller }: LimitHit): void {
      count({ type: 'limit-hit', actorId: session?.userId, caller, details: { rule } })
    },

    /** A source's circuit has opened. */
    breakerOpened: (source: string): void => writer.add({ type: 'breaker-opened', details: { source } }),

    /** Stores the waiting events. */
    async flush(): Promise<void> {
      await Promise.all([writer.flush(), counter.flush()])
    },
  }
}

/** Reports requests that exceed a rate limit, in any part of a call. */
export function recordRateLimits(app: FastifyInstance, log: Pick<SecurityLog, 'limitHit'>): void {
  app.addHook('onError', async (request, _reply, error) => reportLimit(log, request, error))
}

/** Reports a rejected request, if it is the first one above a rate limit. */
export function reportLimit(
  { limitHit }: Pick<SecurityLog, 'limitHit'>,
  { session, ip, id }: FastifyRequest,
  error: unknown,
): void {
  if (!(error instanceof RateLimitError && error.isFirst)) return
  limitHit({ rule: error.rule, session, caller: { address: normalizeAddress(ip), requestId: id } })
}
