import { useEffect, useRef, useState } from 'react'

const durationMs = 240

/** An integer that counts to its new value in 240 ms; at once when the visitor prefers reduced motion. */
export function useCounted(value: number): number {
  const [current, setCurrent] = useState(value)
  const last = useRef(value)
  useEffect(() => {
    const from = last.current
    const ownDurationMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : durationMs
    const start = performance.now()
    let frame = requestAnimationFrame(function count(now) {
      const progress = ownDurationMs === 0 ? 1 : Math.min(1, Math.max(0, now - start) / ownDurationMs)
      last.current = Math.round(from + (value - from) * progress)
      setCurrent(last.current)
      if (progress < 1) frame = requestAnimationFrame(count)
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  return current
}
