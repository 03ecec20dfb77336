import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { releasePlace } from '#shared/server/held-place.ts'
import { getNetwork } from './rate-limits.ts'

/** The networks (or the site itself) on whose behalf work is done. More may join while it runs. */
export type Askers = () => readonly string[]

/** Work in progress, which any number of callers can wait for. */
export type SharedWork<T> = { result: Promise<T>; join: () => Promise<T> }

/** Called when a caller joins work in progress, which may move that work forward in a queue. */
export const joinListeners = new Set<() => void>()

/** The number of times that a caller joined any work. */
let joins = 0

const scopes = new AsyncLocalStorage<Askers>()
const siteAskers: Askers = () => ['site']

/** On whose behalf the current code runs; work that no request caused runs for the site. */
export const getAskers = (): Askers => scopes.getStore() ?? siteAskers

/** Runs a task on behalf of `askers`. */
export const runForAskers = <T>(askers: Askers, task: () => T): T => scopes.run(askers, task)

/** Attributes everything that a request causes to its network. */
export function trackAskers(app: FastifyInstance): void {
  // After the body, whose events belong to the socket.
  app.addHook('preHandler', ({ ip }, _reply, done) => {
    let network: string[] | undefined
    const askers = () => {
      network ??= [getNetwork(ip)]
      return network
    }
    runForAskers(askers, done)
  })
}

/** Starts work on behalf of all callers that join it, so that it runs when the first of them has its turn. */
export function shareWork<T>(task: () => Promise<T>): SharedWork<T> {
  const joined = new Set([getAskers()])
  let names: readonly string[] = []
  let namesAtJoin = -1
  // Cached, because a queue calls this thousands of times.
  const all = () => {
    if (namesAtJoin < joins) names = [...new Set([...joined].flatMap((askers) => askers()))]
    namesAtJoin = joins
    return names
  }
  const result = runForAskers(all, task)
  return {
    result,
    join: () => {
      const askers = getAskers()
      if (joined.has(askers)) return result
      releasePlace()
      joined.add(askers)
      joins += 1
      for (const listener of joinListeners) listener()
      return result
    },
  }
}
