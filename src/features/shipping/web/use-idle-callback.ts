import { useEffect, useRef } from 'react'

/** Runs a task once, when the browser is idle. A failure is ignored: the data is loaded again when it is needed. */
export function useIdleCallback(task: () => Promise<unknown>): void {
  const initialTask = useRef(task)
  useEffect(() => {
    const run = () => void initialTask.current().catch(() => undefined)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(run, 300) // Safari
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(run, { timeout: 2000 })
    return () => cancelIdleCallback(request)
  }, [])
}
