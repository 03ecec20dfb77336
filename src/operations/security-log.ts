import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#db/client.ts'
import { type CountedEvent, createEventCounter } from '#db/event-counter.ts'
import { createEventWriter, type SecurityEvent } from '#db/security-events.ts'
import { addressOf, networkOf, RateLimitError } from '#shared/server/rate-limits.ts'
import type { AccessDenial } from '#shared/server/register-routes.ts'

export type SecurityLog = ReturnType<typeof createSecurityLog>

type SecurityLogDeps = { db: Db; log: Pick<FastifyBaseLogger, 'warn'> }
type Refused = Omit<CountedEvent, 'network' | 'caller'> & { caller: NonNullable<CountedEvent['caller']> }
type LimitHit = Pick<AccessDenial, 'session'> & {
  rule: string
  caller: Pick<AccessDenial['caller'], 'address' | 'requestId'>
}

/** Keeps watch over what no transaction records: refusals, and what outside sources do. Nobody waits for it. */
export function createSecurityLog({ db, log }: SecurityLogDeps) {
  const onLost = (count: number, err: unknown): void =>
    log.warn({ err, count }, 'security events were not stored')
  const writer = createEventWriter({ db, onLost })
  const counter = createEventCounter({ db, onLost })
  const count = (event: Refused): void => counter.add({ ...event, network: networkOf(event.caller.address) })
  return {
    record: (event: SecurityEvent): void => writer.add(event),

    /** A login failed. */
    loginFailed: (event: Omit<Refused, 'type'>): void => count({ type: 'login-failed', ...event }),

    /** A call was refused to somebody without the right to it. */
    async refused({ name, session, caller }: AccessDenial): Promise<void> {
      count({ type: 'access-denied', actorId: session?.userId, caller, details: { call: name } })
    },

    /** Somebody came too often. */
    limitHit({ rule, session, caller }: LimitHit): void {
      count({ type: 'limit-hit', actorId: session?.userId, caller, details: { rule } })
    },

    /** An outside source failed so often that it is left alone. */
    breakerOpened: (source: string): void => writer.add({ type: 'breaker-opened', details: { source } }),

    /** Stores what still waits. */
    async flush(): Promise<void> {
      await Promise.all([writer.flush(), counter.flush()])
    },
  }
}

/** Reports who meets a full counter, wherever in a call that is found out. */
export function watchLimits(app: FastifyInstance, log: Pick<SecurityLog, 'limitHit'>): void {
  app.addHook('onError', async (request, _reply, error) => reportLimit(log, request, error))
}

/** Reports a request that was refused, if it was for a full counter. */
export function reportLimit(
  { limitHit }: Pick<SecurityLog, 'limitHit'>,
  { session, ip, id }: FastifyRequest,
  error: unknown,
): void {
  if (!(error instanceof RateLimitError)) return
  limitHit({ rule: error.rule, session, caller: { address: addressOf(ip), requestId: id } })
}
