import { type RefObject, useEffect, useRef } from 'react'

/** The field for another item, which is always there. */
export const addFieldId = 'haul-add'

type FocusTarget =
  | { kind: 'field' }
  | { kind: 'row'; id: number }
  | { kind: 'place'; place: number; without: number }

/** Moves the focus once the list is rendered with what was added, or without what was removed. */
export function useListFocus(list: RefObject<HTMLElement | null>) {
  const wanted = useRef<FocusTarget>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    const target = findFocusTarget(wanted.current, list.current)
    if (!target) return
    wanted.current = undefined
    target.focus()
  })
  return {
    /** The weight of an item that has just been added. */
    onRow: (id: number) => {
      wanted.current = { kind: 'row', id }
    },
    /** The field for another item, which may have moved. */
    onField: () => {
      wanted.current = { kind: 'field' }
    },
    /** What replaces a removed row: the next one's button, or the one before, or the field for a new one. */
    onPlace: (place: number, without: number) => {
      wanted.current = { kind: 'place', place, without }
    },
  }
}

function findFocusTarget(wanted: FocusTarget, list: HTMLElement | null): HTMLElement | null | undefined {
  if (wanted.kind === 'field') return document.getElementById(addFieldId)
  if (wanted.kind === 'row') return list?.querySelector<HTMLElement>(`[data-row="${wanted.id}"] input`)
  // An effect that an earlier change left waiting runs before the row is gone.
  if (list?.querySelector(`[data-row="${wanted.without}"]`)) return undefined
  const buttons = [...(list?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
  return buttons[Math.min(wanted.place, buttons.length - 1)] ?? document.getElementById(addFieldId)
}
