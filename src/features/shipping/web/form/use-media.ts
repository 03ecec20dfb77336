import { useCallback, useSyncExternalStore } from 'react'

/** The minimum width for lists beside and below a field; the style sheets use the same. */
export const wideScreenQuery = '(min-width: 640px)'

/** Whether a media query matches; on the server false. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
