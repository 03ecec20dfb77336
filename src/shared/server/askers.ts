import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './rate-limits.ts'
import { stepAside } from './step-aside.ts'

/** For whom something is done: networks, or the site itself. Others may come to wait for it meanwhile. */
export type Askers = () => readonly string[]

/** Work under way that any number wait for. */
export type Shared<T> = { result: Promise<T>; join: () => Promise<T> }

/** Called when somebody joins work under way, whose turn may be now. */
export const joinListeners = new Set<() => void>()

/** How often somebody has joined anything. */
let joins = 0

const scopes = new AsyncLocalStorage<Askers>()
const site: Askers = () => ['site']

/** For whom the present work is done; what no request caused is done for the site. */
export const askersNow = (): Askers => scopes.getStore() ?? site

/** Does something for somebody. */
export const doFor = <T>(askers: Askers, task: () => T): T => scopes.run(askers, task)

/** Has whatever a request causes done for its network. */
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

/** Begins work that counts for all who join, so that it goes on as soon as it is the turn of one of them. */
export function share<T>(task: () => Promise<T>): Shared<T> {
  const joined = new Set([askersNow()])
  let names: readonly string[] = []
  let namedAt = -1
  // A queue asks thousands again and again.
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
