import { createStore, useStore } from '#shared/web/store.ts'

const heroBoxHidden = createStore(false)

/** Tells the header whether Home's large link box is scrolled out of view. */
export function setHeroBoxGone(isHidden: boolean): void {
  heroBoxHidden.set(isHidden)
}

/** Whether Home's large link box is scrolled out of view. */
export function useIsHeroBoxGone(): boolean {
  return useStore(heroBoxHidden)
}
