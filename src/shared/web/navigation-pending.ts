import { createStore, useStore } from './store.ts'

/** A page that comes sooner needs no sign that it is on its way, in ms. */
const patience = 150

const isShown = createStore(false)
let timer: ReturnType<typeof setTimeout> | undefined

/** Told by the navigation: another page is on its way, or has come. */
export function setPending(isPending: boolean): void {
  clearTimeout(timer)
  if (isPending) timer = setTimeout(isShown.set, patience, true)
  else isShown.set(false)
}

/** Another page has been on its way for so long that it is worth a sign. */
export function useIsNavigating(): boolean {
  return useStore(isShown)
}
