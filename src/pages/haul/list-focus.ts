import type { RefObject } from 'react'

/** The field for another item, which is always there. */
export const addFieldId = 'haul-add'

/** After a row has gone, its place is taken by the next one's button, or the one before, or the field for a new one. */
export function focusAfterRemoval(list: HTMLUListElement | null, place: number): void {
  requestAnimationFrame(() => {
    const buttons = [...(list?.isConnected ? list.querySelectorAll<HTMLElement>('[data-remove]') : [])]
    const next = buttons[Math.min(place, buttons.length - 1)] ?? document.getElementById(addFieldId)
    next?.focus()
  })
}

/** The weight of a new item, once it is drawn. */
export function focusRow(list: RefObject<HTMLUListElement | null>, id: number): void {
  requestAnimationFrame(() => {
    list.current?.querySelector<HTMLElement>(`[data-row="${id}"] input`)?.focus()
  })
}
