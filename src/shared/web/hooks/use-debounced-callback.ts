import { useEffect, useRef } from 'react'

/** Runs the newest of several actions once none came for `waitMs` ms, and none after unmount. */
export function useDebouncedCallback(waitMs: number): {
  later: (action: () => void) => void
  cancel: () => void
} {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    cancel,
    later: (action) => {
      cancel()
      timer.current = setTimeout(action, waitMs)
    },
  }
}
