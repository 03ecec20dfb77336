import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './rate-limits.ts'
import { stepAside } from './step-aside.ts'

/** For whom work is done: networks, or the site itself. More may join while it is under way. */
export type Askers = () => readonly string[]

/** Work under way that any number of callers wait for. */
export type Shared<T> = { result: Promise<T>; join: () => Promise<T> }

/** Called when a caller joins work under way, which may make it that work's turn. */
export const joinListeners = new Set<() => void>()

/** How often any caller has joined any work. */
let joins = 0

const scopes = new AsyncLocalStorage<Askers>()
const site: Askers = () => ['site']

/** For whom the present work is done; work that no request caused is done for the site. */
export const askersNow = (): Askers => scopes.getStore() ?? site

/** Runs a task on behalf of `askers`. */
export const doFor = <T>(askers: Askers, task: () => T): T => scopes.run(askers, task)

/** Attributes everything that a request causes to its network. */
export function noteAskers(app: FastifyInstance): void {
  // After the body, whose events belong to the socket.
  app.addHook('preHandler', ({ ip }, _reply, done) => {
    let network: string[] | undefined
    const askers = () => {
      network ??= [networkOf(ip)]
      return network
    }
    doFor(askers, done)
  })
}

/** Begins work that counts for all who join it, so that it runs as soon as it is the turn of one of them. */
export function share<T>(task: () => Promise<T>): Shared<T> {
  const joined = new Set([askersNow()])
  let names: readonly string[] = []
  let namedAt = -1
  // A queue calls this thousands of times.
  const all = () => {
    if (namedAt < joins) names = [...new Set([...joined].flatMap((askers) => askers()))]
    namedAt = joins
    return names
  }
  const result = doFor(all, task)
  return {
    result,
    join: () => {
      const askers = askersNow()
      if (joined.has(askers)) return result
      stepAside()
      joined.add(askers)
      joins += 1
      for (const listener of joinListeners) listener()
      return result
    },
  }
}
