import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function for a component's whole life, which does what the newest one does; for events alone. */
export function useStableCallback<A>(handle: (argument: A) => void): (argument: A) => void {
  const newest = useRef(handle)
  useLayoutEffect(() => {
    newest.current = handle
  })
  return useCallback((argument: A) => newest.current(argument), [])
}
