import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** An element's width in whole px, 0 until it is mounted, and whether it has been visible once. */
export function useElementWidth(): { ref: RefObject<HTMLDivElement | null>; width: number; isSeen: boolean } {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [isSeen, setSeen] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(Math.floor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setSeen(true)
      observer.disconnect()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width, isSeen }
}
