import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { releasePlace } from '#shared/server/held-place.ts'
import { getNetwork } from './rate-limits.ts'

/** For whom work is done: networks, or the site itself. More may join while it is under way. */
export type Askers = () => readonly string[]

/** Work under way that any number of callers wait for. */
export type SharedWork<T> = { result: Promise<T>; join: () => Promise<T> }

/** Called when a caller joins work under way, which may make it that work's turn. */
export const joinListeners = new Set<() => void>()

/** How often any caller has joined any work. */
let joins = 0

const scopes = new AsyncLocalStorage<Askers>()
const siteAskers: Askers = () => ['site']

/** For whom the present work is done; work that no request caused is done for the site. */
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

/** Begins work that counts for all who join it, so that it runs as soon as it is the turn of one of them. */
export function shareWork<T>(task: () => Promise<T>): SharedWork<T> {
  const joined = new Set([getAskers()])
  let names: readonly string[] = []
  let namedAt = -1
  // A queue calls this thousands of times.
  const all = () => {
    if (namedAt < joins) names = [...new Set([...joined].flatMap((askers) => askers()))]
    namedAt = joins
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
