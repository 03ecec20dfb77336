import { AsyncLocalStorage } from 'node:async_hooks'

const places = new AsyncLocalStorage<() => void>()

/** Does something in a place that can be given back before it is done. */
export const holding = <T>(leave: () => void, task: () => T): T => places.run(leave, task)

/** Gives the place back, if there is one: what is waited for now has turns of its own, or is somebody else's work. */
export function stepAside(): void {
  places.getStore()?.()
}
