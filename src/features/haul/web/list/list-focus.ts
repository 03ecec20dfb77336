import { type RefObject, useEffect, useRef } from 'react'

/** The id of the field for another item, which is always rendered. */
export const addFieldId = 'haul-add'

type FocusTarget =
  | { kind: 'field' }
  | { kind: 'row'; id: number }
  | { kind: 'removed'; index: number; removedId: number }

/** Moves the focus after the list is rendered with an added item or without a removed one. */
export function useListFocus(list: RefObject<HTMLElement | null>) {
  const pendingTarget = useRef<FocusTarget>(undefined)
  useEffect(() => {
    if (!pendingTarget.current) return
    const target = findFocusTarget(pendingTarget.current, list.current)
    if (!target) return
    pendingTarget.current = undefined
    target.focus()
  })
  return {
    /** The weight field of an added item. */
    focusRow: (id: number) => {
      pendingTarget.current = { kind: 'row', id }
    },
    /** The field for another item; it may have moved. */
    focusField: () => {
      pendingTarget.current = { kind: 'field' }
    },
    /** After a removed row: the remove button at its index, or the last one, or the field for another item. */
    focusRemovedRow: (index: number, removedId: number) => {
      pendingTarget.current = { kind: 'removed', index, removedId }
    },
  }
}

function findFocusTarget(
  pendingTarget: FocusTarget,
  list: HTMLElement | null,
): HTMLElement | null | undefined {
  if (pendingTarget.kind === 'field') return document.getElementById(addFieldId)
  if (pendingTarget.kind === 'row')
    return list?.querySelector<HTMLElement>(`[data-row="${pendingTarget.id}"] input`)
  // An effect of an earlier change can run before the row is removed.
  if (list?.querySelector(`[data-row="${pendingTarget.removedId}"]`)) return undefined
  const buttons = [...(list?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
  return buttons[Math.min(pendingTarget.index, buttons.length - 1)] ?? document.getElementById(addFieldId)
}
