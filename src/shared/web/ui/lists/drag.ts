import type { PointerEvent } from 'react'

type DragOptions = {
  /** Selects the elements that can be dragged over. */
  selector: string
  onOver: (element: HTMLElement) => void
  /** `isConfirmed` is false after Esc, or when the system canceled the pointer. */
  onEnd?: (isConfirmed: boolean) => void
}

/**
 * The distance to the window's edge below which the page scrolls, and the distance it scrolls at each move,
 * in px.
 */
const edge = { px: 64, step: 14 } as const

/**
 * Follows a pointer that was pressed on a grip, by mouse, pen or finger (the grip needs `touch-action: none`). The
 * window listens, because an element that moves in the page loses its pointer.
 */
export function startDrag(event: PointerEvent, { selector, onOver, onEnd }: DragOptions): void {
  if (event.button !== 0) return
  event.preventDefault()
  const { pointerId } = event
  const controller = new AbortController()
  const { signal } = controller
  function handleMove({ pointerId: moved, clientX, clientY }: globalThis.PointerEvent) {
    if (moved !== pointerId) return
    if (clientY < edge.px) window.scrollBy(0, -edge.step)
    else if (clientY > window.innerHeight - edge.px) window.scrollBy(0, edge.step)
    const element = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(selector)
    if (element) onOver(element)
  }
  function end(isConfirmed: boolean) {
    controller.abort()
    onEnd?.(isConfirmed)
  }
  window.addEventListener('pointermove', handleMove, { signal })
  window.addEventListener('pointerup', (up) => up.pointerId === pointerId && end(true), { signal })
  window.addEventListener('pointercancel', (gone) => gone.pointerId === pointerId && end(false), { signal })
  window.addEventListener(
    'keydown',
    (key) => {
      if (key.key !== 'Escape') return
      key.stopPropagation() // Escape would also close the dialog that contains the list
      end(false)
    },
    { signal, capture: true },
  )
}
