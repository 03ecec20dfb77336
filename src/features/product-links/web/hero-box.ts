import { createStore, useStore } from '#shared/web/store.ts'

const isGone = createStore(false)

/** Home's large box tells the header whether it is out of sight. */
export function setHeroBoxGone(gone: boolean): void {
  isGone.set(gone)
}

export function useIsHeroBoxGone(): boolean {
  return useStore(isGone)
}
