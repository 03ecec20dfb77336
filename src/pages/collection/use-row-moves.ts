import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The position of a row when its button was pressed, and whether the keyboard was used. */
export type MoveStart = { from: DOMRect; byKeys: boolean }

/** Duration of the animation into the other list. */
const durationMs = 240
const easing = 'cubic-bezier(0.16, 0.84, 0.3, 1)'

/** Animates a row into the other list and keeps the focus on it. Rows are identified by `data-row`. */
export function useRowMoves(container: RefObject<HTMLElement | null>) {
  const pendingMove = useRef<MoveStart & { key: string; element: HTMLElement | null }>(undefined)
  useLayoutEffect(() => {
    const move = pendingMove.current
    if (!move) return
    const row = findRow(container.current, move.key)
    if (!row || row === move.element) return
    pendingMove.current = undefined
    // With a pointer the page does not scroll, so that the next press hits the next button.
    row.querySelector<HTMLElement>('[aria-pressed]')?.focus({ preventScroll: !move.byKeys })
    slide(row, move.from)
  })
  return (key: string, start: MoveStart) => {
    pendingMove.current = { ...start, key, element: findRow(container.current, key) }
  }
}

function findRow(container: HTMLElement | null, key: string): HTMLElement | null {
  return container?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null
}

function slide(row: HTMLElement, from: DOMRect): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const to = row.getBoundingClientRect()
  const offset = `translate(${from.left - to.left}px, ${from.top - to.top}px)`
  row.animate([{ transform: offset }, { transform: 'none' }], { duration: durationMs, easing })
}
