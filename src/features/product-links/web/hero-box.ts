import { createStore, useStore } from '#shared/web/store.ts'

const isGone = createStore(false)

/** Tells the header whether Home's large link box is scrolled out of view. */
export function setHeroBoxGone(gone: boolean): void {
  isGone.set(gone)
}

/** Whether Home's large link box is scrolled out of view. */
export function useIsHeroBoxGone(): boolean {
  return useStore(isGone)
}
