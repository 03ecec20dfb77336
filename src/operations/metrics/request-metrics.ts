import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'

type RouteLabels = { method: string; route: string }
type RouteTally = { labels: RouteLabels; seconds: number; classes: number[] }

/** Requests without a route share one label set, whatever their URLs are. */
const noRoute: RouteLabels = { method: 'any', route: 'none' }
const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx']

/** Counts requests by route. A response costs a lookup and two sums; metrics are built when they are read. */
export function createRequestMetrics(registry: Registry, prefix: string) {
  const tallies = new Map<unknown, RouteTally>()
  new Counter({
    name: `${prefix}_http_requests_total`,
    help: 'Requests by route and status class.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, classes } of tallies.values()) {
        for (const [index, count] of classes.entries()) {
          if (count > 0) this.inc({ ...labels, status: statusClasses[index] ?? 'other' }, count)
        }
      }
    },
  })
  new Counter({
    name: `${prefix}_http_request_seconds_total`,
    help: 'Total duration of requests.',
    labelNames: ['method', 'route'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, seconds } of tallies.values()) this.inc(labels, seconds)
    },
  })

  return {
    count(request: FastifyRequest, reply: FastifyReply): void {
      // `config` is the same object for every request of a route.
      const { config } = request.routeOptions
      const key = config.url === undefined ? noRoute : config
      let tally = tallies.get(key)
      if (!tally) {
        const labels =
          config.url === undefined ? noRoute : { method: String(config.method), route: config.url }
        tally = { labels, seconds: 0, classes: [0, 0, 0, 0, 0] }
        tallies.set(key, tally)
      }
      const classIndex = Math.floor(reply.statusCode / 100) - 1
      tally.classes[classIndex] = (tally.classes[classIndex] ?? 0) + 1
      tally.seconds += reply.elapsedTime / 1000
    },
  }
}
