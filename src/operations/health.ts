import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process answers. `/readyz`: it can serve. Neither is cached. */
export function serveHealth(app: FastifyInstance, checkReadiness: () => Promise<boolean>): void {
  app.get('/healthz', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (await checkReadiness()) return { status: 'ready' }
    return reply.code(503).header('retry-after', '5').send({ status: 'not ready' })
  })
}
