import { useEffect, useRef } from 'react'

/** Runs once, when the page has nothing better to do; what fails then is tried again when it is needed. */
export function useIdleCallback(task: () => Promise<unknown>): void {
  const first = useRef(task)
  useEffect(() => {
    const run = () => void first.current().catch(() => undefined)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(run, 300) // Safari
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(run, { timeout: 2000 })
    return () => cancelIdleCallback(request)
  }, [])
}
