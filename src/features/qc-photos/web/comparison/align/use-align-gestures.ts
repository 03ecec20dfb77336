import { type RefObject, useEffect, useRef } from 'react'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'
import { type Alignment, type FramePoint, follow, type Hold } from './alignment.ts'

type AlignGestures = {
  alignment: Alignment
  /** While the photo is held. */
  onPreview: (alignment: Alignment) => void
  onChange: (alignment: Alignment) => void
}

/** A notch of a wheel sizes by about 5 %. */
const wheelFactor = 0.0005

/**
 * One finger or the mouse moves the photo, two size and turn it, so do its corners (`data-grip`) about its
 * middle; a wheel sizes it about the pointer.
 */
export function useAlignGestures(frame: RefObject<HTMLElement | null>, gestures: AlignGestures): void {
  const pointers = useRef(new Map<number, FramePoint>())
  const isGripped = useRef(false)
  const latest = useRef(gestures.alignment)

  /** Undefined while nothing holds the photo. */
  function readHold(): Hold | undefined {
    const [one, other] = pointers.current.values()
    if (!one) return undefined
    if (!isGripped.current) return [one, other]
    // About the photo's middle, which stays where it is.
    const { x, y } = latest.current
    return [one, { x: 2 * x - one.x, y: 2 * y - one.y }]
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
    isGripped.current = event.target instanceof Element && event.target.closest('[data-grip]') !== null
    frame.current?.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, toPoint(event))
  })
  const handleMove = useStableCallback((event: PointerEvent) => {
    const from = pointers.current.has(event.pointerId) && readHold()
    if (!from) return
    pointers.current.set(event.pointerId, toPoint(event))
    const to = readHold()
    if (to) latest.current = follow(latest.current, from, to)
    gestures.onPreview(latest.current)
  })
  const handleUp = useStableCallback((event: PointerEvent) => {
    if (!pointers.current.delete(event.pointerId)) return
    isGripped.current = false
    if (pointers.current.size === 0) gestures.onChange(latest.current)
  })
  const handleWheel = useStableCallback((event: WheelEvent) => {
    event.preventDefault()
    const { x, y } = toPoint(event)
    const factor = Math.exp(-event.deltaY * wheelFactor)
    const hold = (size: number): Hold => [
      { x: x - size, y },
      { x: x + size, y },
    ]
    gestures.onChange(follow(gestures.alignment, hold(1), hold(factor)))
  })

  useEffect(() => {
    const element = frame.current
    const stop = new AbortController()
    const { signal } = stop
    element?.addEventListener('pointerdown', handleDown, { signal })
    element?.addEventListener('pointermove', handleMove, { signal })
    element?.addEventListener('pointerup', handleUp, { signal })
    element?.addEventListener('pointercancel', handleUp, { signal })
    // React's own would be passive, and the page would scroll.
    element?.addEventListener('wheel', handleWheel, { signal, passive: false })
    return () => stop.abort()
  }, [frame, handleDown, handleMove, handleUp, handleWheel])
}
