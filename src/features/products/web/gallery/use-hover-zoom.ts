import { type PointerEvent, useState } from 'react'

/**
 * Enlarges an image around the mouse pointer. The pointer's position is passed to the style sheet as custom properties. Pens
 * and fingers have the full-size view instead.
 */
export function useHoverZoom() {
  const [isZoomed, setZoomed] = useState(false)
  /** Stays true after the first zoom, so that the larger file remains in use. */
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
