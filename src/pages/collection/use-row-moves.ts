import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Where a row was when its button was pressed, and whether by the keyboard. */
export type MoveStart = { from: DOMRect; byKeys: boolean }

/** How long a row takes to slide into the other list, in ms. */
const durationMs = 240
const easing = 'cubic-bezier(0.16, 0.84, 0.3, 1)'

/** Lets focus and eye follow a row into the other list; rows are known by `data-row`, lists by `data-state` on them. */
export function useRowMoves(container: RefObject<HTMLElement | null>) {
  const awaited = useRef<MoveStart & { key: string; element: HTMLElement | null }>(undefined)
  useLayoutEffect(() => {
    const move = awaited.current
    if (!move) return
    const row = findRow(container.current, move.key)
    if (!row || row === move.element) return
    awaited.current = undefined
    // A pointer stays where it is, for the next press.
    row.querySelector<HTMLElement>('[aria-pressed]')?.focus({ preventScroll: !move.byKeys })
    slide(row, move.from)
  })
  return (key: string, start: MoveStart) => {
    awaited.current = { ...start, key, element: findRow(container.current, key) }
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
