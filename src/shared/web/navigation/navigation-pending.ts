import { createStore, useStore } from '#shared/web/store.ts'

/** Delay in ms before a pending navigation is indicated. */
const indicatorDelayMs = 150

const isIndicated = createStore(false)
let timer: ReturnType<typeof setTimeout> | undefined
let isLoading = false

/** Called by the navigation when another page begins to load, and when it has loaded. */
export function setPending(isPending: boolean): void {
  isLoading = isPending
  clearTimeout(timer)
  if (isPending) timer = setTimeout(isIndicated.set, indicatorDelayMs, true)
  else isIndicated.set(false)
}

/** True when another page has been loading for longer than the delay. */
export function useIsNavigating(): boolean {
  return useStore(isIndicated)
}

/** True from the moment when another page begins to load. */
export function isNavigating(): boolean {
  return isLoading
}
