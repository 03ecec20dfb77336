import { useEffect, useRef, useState } from 'react'

const countMs = 240

/** A whole number that counts to its new value in 240 ms; at once where less motion is wanted. */
export function useCounted(value: number): number {
  const [shown, setShown] = useState(value)
  const last = useRef(value)
  useEffect(() => {
    const from = last.current
    const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : countMs
    const start = performance.now()
    let frame = requestAnimationFrame(function count(now) {
      const done = duration === 0 ? 1 : Math.min(1, Math.max(0, now - start) / duration)
      last.current = Math.round(from + (value - from) * done)
      setShown(last.current)
      if (done < 1) frame = requestAnimationFrame(count)
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  return shown
}
