import { AsyncLocalStorage } from 'node:async_hooks'

const placeScopes = new AsyncLocalStorage<() => void>()

/** Runs a task in a place that can be released before the task is done. */
export const runHoldingPlace = <T>(leave: () => void, task: () => T): T => placeScopes.run(leave, task)

/**
 * Releases the place, if there is one: what is waited for now has a queue of its own, or belongs to another
 * request.
 */
export function releasePlace(): void {
  placeScopes.getStore()?.()
}
