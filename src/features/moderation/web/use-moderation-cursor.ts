import { useEffect, useEffectEvent, useState } from 'react'
import type { ModerationStatus } from '#shared/column-values.ts'
import { useKeyboardShortcuts } from '#shared/web/keyboard-shortcuts.ts'
import type { Moderated, StatusChanges, StatusUndo } from './use-status-changes.ts'

/** The label of each key, as the page lists it; Enter has its own text. */
export const keyLabels = [
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
  /** Shows the details of the current row. */
  open: (row: R) => void
  /** Called when there is no next row. */
  onEnd?: () => void
}

/**
 * Moderates the current row of a list by keys, unless the user is typing or selecting. Call `put` when a row
 * gets the focus. A row whose change is undone becomes the current row and gets the focus as soon as it is in
 * the list again.
 */
export function useModerationCursor<R extends Moderated>(
  rows: readonly R[],
  { change, undo, undone }: StatusChanges<R>,
  { open, onEnd }: KeyActions<R>,
): Pick<RowCursor<R>, 'at' | 'put'> {
  const { at, put, step, seek, giveUp } = useRowCursor(rows)
  function moderate(status: ModerationStatus) {
    if (!at) return
    put(at)
    change(at, status)
  }
  const [followed, setFollowed] = useState(undone)
  if (undone && undone !== followed) {
    setFollowed(undone)
    seek(undone.row) // not in an effect, because the next key may be pressed before effects run
  }
  const follow = useEffectEvent(async ({ row, isDone }: StatusUndo<R>) => {
    if (!(await isDone)) giveUp(row)
  })
  useEffect(() => {
    if (undone) void follow(undone)
  }, [undone])
  const actions = {
    j: () => step(1) || onEnd?.(),
    k: () => step(-1),
    a: () => moderate('approved'),
    d: () => moderate('denied'),
    p: () => moderate('pending'),
    z: undo,
    Enter: () => at && open(at),
  }
  useKeyboardShortcuts(actions, ['j', 'k'])
  return { at, put }
}

type RowCursor<R> = {
  /** The current row, which the keys change. */
  at: R | undefined
  /** Makes the row that got the focus the current row. */
  put: (row: R) => void
  /** Moves up or down with the focus; false if there is no such row. */
  step: (by: 1 | -1) => boolean
  /** Moves to a row that may not be in the list yet. The keys change it at once; its element gets the focus when it is rendered. */
  seek: (row: R) => void
  /** Stops waiting for a row that does not return to the list. */
  giveUp: (row: R) => void
}

const focusedRow = `[id^="${rowId('')}"]:focus`

/** `awaited` is a row that is not in the list yet. */
type CursorPosition<R> = { id: string | undefined; index: number; awaited?: R | undefined }

/** The list's current row for the keyboard; when it leaves the list, the row that takes its position. */
function useRowCursor<R extends Moderated>(rows: readonly R[]): RowCursor<R> {
  const [position, setPosition] = useState<CursorPosition<R>>({ id: undefined, index: 0 })
  const [isFocusDue, setFocusDue] = useState(false)
  const listedIndex = rows.findIndex(({ _id }) => _id === position.id)
  if (listedIndex >= 0 && (listedIndex !== position.index || position.awaited))
    setPosition({ id: position.id, index: listedIndex })
  const index = listedIndex >= 0 ? listedIndex : Math.min(position.index, rows.length - 1)
  const at = (listedIndex < 0 && position.awaited) || rows[index]

  useEffect(() => {
    const element = at && document.getElementById(rowId(at._id))
    if (!element) {
      if (isFocusDue) document.querySelector<HTMLElement>(focusedRow)?.blur() // so that no other row appears to be selected meanwhile
      return
    }
    // A removed row loses the focus. For users who have not used the keys, the focus is not moved.
    const isLost = position.id !== undefined && document.activeElement === document.body
    if (isFocusDue || isLost) element.focus()
    setFocusDue(false)
  }, [at, position.id, isFocusDue])

  function go(next: R, nextIndex: number) {
    setPosition({ id: next._id, index: nextIndex })
    setFocusDue(true)
  }
  return {
    at,
    put({ _id }) {
      const rowIndex = rows.findIndex((row) => row._id === _id)
      setPosition({ id: _id, index: rowIndex < 0 ? index : rowIndex })
    },
    step(by) {
      const nextIndex = index + by
      const next = rows[nextIndex]
      if (next) go(next, nextIndex)
      return next !== undefined
    },
    seek(row) {
      setPosition({ id: row._id, index: Math.max(index, 0), awaited: row })
      setFocusDue(true)
    },
    giveUp: (row) => setPosition((now) => (now.awaited === row ? { ...now, awaited: undefined } : now)),
  }
}
