import { useEffect, useState } from 'react'
import { useKeyboardShortcuts } from '#shared/web/keyboard-shortcuts.ts'
import type { ModerationStatus } from '../status.ts'
import type { Moderated, StatusChanges } from './use-status-changes.ts'

/** What each key does, as the page lists it; Enter has its own text. */
export const keyWords = [
  ['j', 'next'],
  ['k', 'previous'],
  ['a', 'approve'],
  ['d', 'deny'],
  ['p', 'pending'],
  ['z', 'undo'],
] as const

/** The id of a row's element, which takes the focus. */
export function rowId(id: string): string {
  return `row-${id}`
}

type KeyActions<R> = {
  /** Shows the whole of what the cursor is at. */
  open: (row: R) => void
  /** There is no row further down. */
  onEnd?: () => void
}

/**
 * The row of a list that is moderated by keys, unless the user is typing or choosing; `put` follows the
 * focus.
 */
export function useModerationCursor<R extends Moderated>(
  rows: readonly R[],
  { change, undo }: StatusChanges<R>,
  { open, onEnd }: KeyActions<R>,
): Pick<RowCursor<R>, 'at' | 'put'> {
  const { at, put, step, seek } = useRowCursor(rows)
  function moderate(status: ModerationStatus) {
    if (!at) return
    put(at)
    change(at, status)
  }
  function undoLast() {
    const id = undo()
    if (id) seek(id)
  }
  const actions = {
    j: () => step(1) || onEnd?.(),
    k: () => step(-1),
    a: () => moderate('approved'),
    d: () => moderate('denied'),
    p: () => moderate('pending'),
    z: undoLast,
    Enter: () => at && open(at),
  }
  useKeyboardShortcuts(actions, ['j', 'k'])
  return { at, put }
}

type RowCursor<R> = {
  /** The row that the keys are about. */
  at: R | undefined
  /** Follows the focus. */
  put: (row: R) => void
  /** Moves up or down with the focus; false where there is no such row. */
  step: (by: 1 | -1) => boolean
  /** Moves to a row once it is in the list. */
  seek: (id: string) => void
}

type CursorPosition = { id: string | undefined; index: number }

/** The list's current row for the keyboard. When it leaves the list, the one that takes its place. */
function useRowCursor<R extends Moderated>(rows: readonly R[]): RowCursor<R> {
  const [place, setPlace] = useState<CursorPosition>({ id: undefined, index: 0 })
  const [isFocusDue, setFocusDue] = useState(false)
  const found = rows.findIndex(({ _id }) => _id === place.id)
  if (found >= 0 && found !== place.index) setPlace({ ...place, index: found })
  const index = found >= 0 ? found : Math.min(place.index, rows.length - 1)
  const at = rows[index]

  useEffect(() => {
    if (!at) return
    // The focus is lost with a removed row; for users who never used the keys it is not moved.
    const isLost = place.id !== undefined && document.activeElement === document.body
    if (isFocusDue || isLost) document.getElementById(rowId(at._id))?.focus()
    setFocusDue(false)
  }, [at, place.id, isFocusDue])

  function go(next: R, nextIndex: number) {
    setPlace({ id: next._id, index: nextIndex })
    setFocusDue(true)
  }
  return {
    at,
    put: ({ _id }) => setPlace({ id: _id, index: rows.findIndex((row) => row._id === _id) }),
    step(by) {
      const wanted = index + by
      const next = rows[wanted]
      if (next) go(next, wanted)
      return next !== undefined
    },
    seek(id) {
      setPlace({ id, index })
      setFocusDue(rows.some(({ _id }) => _id === id))
    },
  }
}
