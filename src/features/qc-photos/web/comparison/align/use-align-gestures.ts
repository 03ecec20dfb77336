import { type RefObject, useEffect, useRef } from 'react'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'
import { type Alignment, type FramePoint, followHold, type Hold } from './alignment.ts'

type AlignGestures = {
  alignment: Alignment
  /** Called while the photo is dragged. */
  onPreview: (alignment: Alignment) => void
  onChange: (alignment: Alignment) => void
}

/** One step of a mouse wheel scales by about 5%. */
const wheelFactor = 0.0005

/**
 * One finger or the mouse moves the photo; two fingers scale and rotate it. Its corners (`data-grip`) scale and rotate
 * it around its center; a wheel scales it around the pointer.
 */
export function useAlignGestures(frame: RefObject<HTMLElement | null>, gestures: AlignGestures): void {
  const pointers = useRef(new Map<number, FramePoint>())
  const isCornerHeld = useRef(false)
  const latest = useRef(gestures.alignment)

  /** The held points; undefined when the photo is not held. */
  function readHold(): Hold | undefined {
    const [first, second] = pointers.current.values()
    if (!first) return undefined
    if (!isCornerHeld.current) return [first, second]
    // The second point is the opposite one, so that the photo's center stays in place.
    const { x, y } = latest.current
    return [first, { x: 2 * x - first.x, y: 2 * y - first.y }]
  }
  function toPoint({ clientX, clientY }: MouseEvent): FramePoint {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect()
    return {
      x: ((clientX - left - width / 2) / width) * 100,
      y: ((clientY - top - height / 2) / width) * 100,
    }
  }

  const handleDown = useStableCallback((event: PointerEvent) => {
    if (event.button !== 0 || pointers.current.size === 2) return
    event.preventDefault()
    if (pointers.current.size === 0) latest.current = gestures.alignment
    isCornerHeld.current = event.target instanceof Element && event.target.closest('[data-grip]') !== null
    frame.current?.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, toPoint(event))
  })
  const handleMove = useStableCallback((event: PointerEvent) => {
    const from = pointers.current.has(event.pointerId) && readHold()
    if (!from) return
    pointers.current.set(event.pointerId, toPoint(event))
    const to = readHold()
    if (to) latest.current = followHold(latest.current, from, to)
    gestures.onPreview(latest.current)
  })
  const handleUp = useStableCallback((event: PointerEvent) => {
    if (!pointers.current.delete(event.pointerId)) return
    isCornerHeld.current = false
    if (pointers.current.size === 0) gestures.onChange(latest.current)
  })
  const handleWheel = useStableCallback((event: WheelEvent) => {
    event.preventDefault()
    const { x, y } = toPoint(event)
    const factor = Math.exp(-event.deltaY * wheelFactor)
    const createHold = (size: number): Hold => [
      { x: x - size, y },
      { x: x + size, y },
    ]
    gestures.onChange(followHold(gestures.alignment, createHold(1), createHold(factor)))
  })

  useEffect(() => {
    const element = frame.current
    const stop = new AbortController()
    const { signal } = stop
    element?.addEventListener('pointerdown', handleDown, { signal })
    element?.addEventListener('pointermove', handleMove, { signal })
    element?.addEventListener('pointerup', handleUp, { signal })
    element?.addEventListener('pointercancel', handleUp, { signal })
    // React's wheel listeners are passive and could not stop the page from scrolling.
    element?.addEventListener('wheel', handleWheel, { signal, passive: false })
    return () => stop.abort()
  }, [frame, handleDown, handleMove, handleUp, handleWheel])
}
