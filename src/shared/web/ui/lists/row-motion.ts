import { type RefObject, useLayoutEffect, useRef } from 'react'

/** How long a row takes to move, in ms. */
const durationMs = 240
const easing = 'cubic-bezier(0.16, 0.84, 0.3, 1)'

/**
 * Animates the rows of a table's body to their new positions. They move without animation with reduced
 * motion, and while a row is dragged. Rows are identified by `data-row`; `order` changes when their order
 * does.
 */
export function useRowMotion(order: string, isDragged = false): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  const previous = useRef<{ order: string; tops: Map<string, number> }>(undefined)
  useLayoutEffect(() => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const tops = new Map(rows.map((row) => [row.dataset.row ?? '', row.offsetTop]))
    const last = previous.current
    previous.current = { order, tops }
    if (!last || last.order === order || isDragged || !wantsMotion()) return
    for (const row of rows) animateRow(row, last.tops, tops)
  }, [order, isDragged])
  return body
}

function animateRow(
  row: HTMLElement,
  previous: ReadonlyMap<string, number>,
  next: ReadonlyMap<string, number>,
) {
  const id = row.dataset.row ?? ''
  const from = previous.get(id)
  const to = next.get(id)
  if (from === undefined || to === undefined || from === to) return
  row.animate([{ transform: `translateY(${from - to}px)` }, { transform: 'none' }], {
    duration: durationMs,
    easing,
  })
}

function wantsMotion(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}
