import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { createEventWriter, type SecurityEvent } from '#db/security-events.ts'
import type { Refusal } from '#shared/server/implement.ts'
import { addressOf, LimitReached, networkOf } from '#shared/server/limits.ts'

export type SecurityLog = ReturnType<typeof createSecurityLog>

type SecurityLogDeps = { db: Db; log: Pick<FastifyBaseLogger, 'warn'> }
type LimitHit = Pick<Refusal, 'session'> & {
  rule: string
  caller: Pick<Refusal['caller'], 'address' | 'requestId'>
}

/** Rows a minute of what anybody can cause at will: from one network, and from all together. */
const caps = { network: 30, overall: 600, ms: 60_000 } as const

/** Keeps watch over what no transaction records: refusals, and what outside sources do. Nobody waits for it. */
export function createSecurityLog({ db, log }: SecurityLogDeps) {
  const writer = createEventWriter({
    db,
    onLost: (count, err) => log.warn({ err, count }, 'security events were not stored'),
  })
  const mayDeny = createCap()
  const mayHit = createCap()
  return {
    record: (event: SecurityEvent): void => writer.add(event),

    /** A call was refused to somebody without the right to it. */
    async refused({ name, session, caller }: Refusal): Promise<void> {
      if (!mayDeny(caller.address)) return
      writer.add({ type: 'access-denied', actorId: session?.userId, caller, details: { call: name } })
    },

    /** Somebody came too often. */
    limitHit({ rule, session, caller }: LimitHit): void {
      if (!mayHit(caller.address)) return
      writer.add({ type: 'limit-hit', actorId: session?.userId, caller, details: { rule } })
    },

    /** An outside source failed so often that it is left alone. */
    breakerOpened: (source: string): void => writer.add({ type: 'breaker-opened', details: { source } }),

    /** Stores what still waits. */
    flush: (): Promise<void> => writer.flush(),
  }
}

/** Reports who meets a full counter, wherever in a call that is found out. */
export function watchLimits(app: FastifyInstance, { limitHit }: Pick<SecurityLog, 'limitHit'>): void {
  app.addHook('onError', async ({ session, ip, id }, _reply, error) => {
    if (!(error instanceof LimitReached)) return
    limitHit({ rule: error.rule, session, caller: { address: addressOf(ip), requestId: id } })
  })
}

/** Counts by the minute, so that a flood fills neither the table nor the memory. */
function createCap(): (address: string) => boolean {
  let until = 0
  let overall = 0
  const networks = new Map<string, number>()
  return (address) => {
    const now = Date.now()
    if (now >= until) {
      until = now + caps.ms
      overall = 0
      networks.clear()
    }
    const network = networkOf(address)
    const count = networks.get(network) ?? 0
    if (overall >= caps.overall || count >= caps.network) return false
    overall += 1
    networks.set(network, count + 1)
    return true
  }
}
