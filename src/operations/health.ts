import type { FastifyInstance } from 'fastify'
import type { DatabaseCheck } from '#db/health.ts'
import { describeClock } from '#features/overview/server/clock-note.ts'

/**
 * Serves `/healthz` (the process responds) and `/readyz` (the site can serve; with a note when its clock differs from
 * the database's). Neither is cached.
 */
export function serveHealth(app: FastifyInstance, checkReadiness: () => Promise<DatabaseCheck>): void {
  app.get('/healthz', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const { isReady, clockAheadMs = 0 } = await checkReadiness()
    if (isReady) return { status: 'ready', note: describeClock(clockAheadMs) }
    return reply.code(503).header('retry-after', '5').send({ status: 'not ready' })
  })
}
