import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { releaseSlot } from '#shared/server/queue-slot.ts'
import { getNetwork } from './rate-limits.ts'

/** The networks that wait for a piece of work, or `site` for the site itself. More may join while it runs. */
export type Requesters = () => readonly string[]

/** Work in progress that any number of callers can wait for. */
export type SharedWork<T> = { result: Promise<T>; join: () => Promise<T> }

/** Called when a caller joins work in progress, which may move that work forward in a queue. */
export const joinListeners = new Set<() => void>()

/** The number of times that a caller joined any work. */
let joinCount = 0

const scopes = new AsyncLocalStorage<Requesters>()
const siteRequesters: Requesters = () => ['site']

/** The requesters of the current code: `site` when no request caused it. */
export const getRequesters = (): Requesters => scopes.getStore() ?? siteRequesters

/** Runs a task on behalf of `requesters`. */
export const runForRequesters = <T>(requesters: Requesters, task: () => T): T => scopes.run(requesters, task)

/** Makes the network of each request the requester of everything that the request causes. */
export function trackRequesters(app: FastifyInstance): void {
  // After the body has arrived, because its events run in the context of the socket.
  app.addHook('preHandler', ({ ip }, _reply, done) => {
    let network: string[] | undefined
    const requesters = () => {
      network ??= [getNetwork(ip)]
      return network
    }
    runForRequesters(requesters, done)
  })
}

/** Starts work that other callers can join. In a queue, it has its turn when any of its requesters has one. */
export function shareWork<T>(task: () => Promise<T>): SharedWork<T> {
  const joinedRequesters = new Set([getRequesters()])
  let names: readonly string[] = []
  let joinCountOfNames = -1
  // Cached, because a queue calls this thousands of times.
  const getAllNames = () => {
    if (joinCountOfNames < joinCount)
      names = [...new Set([...joinedRequesters].flatMap((requesters) => requesters()))]
    joinCountOfNames = joinCount
    return names
  }
  const result = runForRequesters(getAllNames, task)
  return {
    result,
    join: () => {
      const requesters = getRequesters()
      if (joinedRequesters.has(requesters)) return result
      releaseSlot()
      joinedRequesters.add(requesters)
      joinCount += 1
      for (const listener of joinListeners) listener()
      return result
    },
  }
}
