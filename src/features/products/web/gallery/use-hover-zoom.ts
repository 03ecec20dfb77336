import { type PointerEvent, useState } from 'react'

/**
 * Enlarges an image under a mouse, with the spot under the pointer in place. The numbers go to the style
 * sheet as custom properties; pens and fingers have the full-size view instead.
 */
export function useHoverZoom() {
  const [isZoomed, setZoomed] = useState(false)
  /** Stays true after the first time, so that the larger file, once loaded, is kept. */
  const [hasZoomed, setHasZoomed] = useState(false)

  function followPointer(event: PointerEvent<HTMLElement>): void {
    if (event.pointerType !== 'mouse') return
    const frame = event.currentTarget
    const { left, top } = frame.getBoundingClientRect()
    frame.style.setProperty('--zoom-x', `${event.clientX - left}px`)
    frame.style.setProperty('--zoom-y', `${event.clientY - top}px`)
    setZoomed(true)
    setHasZoomed(true)
  }

  const handlers = {
    onPointerEnter: followPointer,
    onPointerMove: followPointer,
    onPointerLeave: () => setZoomed(false),
  }
  return { isZoomed, hasZoomed, handlers }
}
