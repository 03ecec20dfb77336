import { type RefObject, useEffect, useState } from 'react'

/** True once the element is less than `margin` away from the viewport, by default one screen. */
export function useNearViewport(element: RefObject<HTMLElement | null>, margin = '100%'): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        setNear(true)
      },
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin])
  return isNear
}
