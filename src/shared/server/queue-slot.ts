import { AsyncLocalStorage } from 'node:async_hooks'

const slotScopes = new AsyncLocalStorage<() => void>()

/** Runs a task in a slot that `releaseSlot` can release before the task is done. */
export const runInSlot = <T>(release: () => void, task: () => T): T => slotScopes.run(release, task)

/**
 * Releases the slot of the current task, if it has one. Called before waiting for work that has its own queue or belongs to
 * another request.
 */
export function releaseSlot(): void {
  slotScopes.getStore()?.()
}
