import { createStore, useStore } from '#shared/web/store.ts'

const isGone = createStore(false)

/** Reports to the header whether Home's large box is out of sight. */
export function setHeroBoxGone(gone: boolean): void {
  isGone.set(gone)
}

export function useIsHeroBoxGone(): boolean {
  return useStore(isGone)
}
