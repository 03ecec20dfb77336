import { type RefObject, useLayoutEffect, useRef } from 'react'

/** How long a row takes to its new place, in ms. */
const duration = 240
const easing = 'cubic-bezier(0.16, 0.84, 0.3, 1)'

/**
 * Rows of a table's body glide to where they moved; with reduced motion they are there at once.
 * Rows are told apart by `data-row`; `order` changes when they change places.
 */
export function useRowMotion(order: string): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  const before = useRef<{ order: string; tops: Map<string, number> }>(undefined)
  useLayoutEffect(() => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const tops = new Map(rows.map((row) => [row.dataset.row ?? '', row.offsetTop]))
    const last = before.current
    before.current = { order, tops }
    if (!last || last.order === order || !wantsMotion()) return
    for (const row of rows) glide(row, last.tops, tops)
  }, [order])
  return body
}

function glide(row: HTMLElement, before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  const id = row.dataset.row ?? ''
  const from = before.get(id)
  const to = after.get(id)
  if (from === undefined || to === undefined || from === to) return
  row.animate([{ transform: `translateY(${from - to}px)` }, { transform: 'none' }], { duration, easing })
}

function wantsMotion(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}
