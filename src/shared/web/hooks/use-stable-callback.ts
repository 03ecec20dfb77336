import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that is stable for the component's lifetime and calls the newest callback; for events only. */
export function useStableCallback<A>(handle: (argument: A) => void): (argument: A) => void {
  const newest = useRef(handle)
  useLayoutEffect(() => {
    newest.current = handle
  })
  return useCallback((argument: A) => newest.current(argument), [])
}
