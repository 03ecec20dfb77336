import { useEffect, useEffectEvent, useState } from 'react'
import { useKeyboardShortcuts } from '#shared/web/keyboard-shortcuts.ts'
import type { ModerationStatus } from '../status.ts'
import type { Moderated, StatusChanges, StatusUndo } from './use-status-changes.ts'

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
 * focus. A row that is taken back has the cursor and the focus as soon as it is in the list again.
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
    seek(undone.row) // with the change itself, because the next key may come before any effect
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
  /** The row that the keys are about. */
  at: R | undefined
  /** Follows the focus. */
  put: (row: R) => void
  /** Moves up or down with the focus; false where there is no such row. */
  step: (by: 1 | -1) => boolean
  /** Moves to a row that may not be in the list yet. The keys are about it at once, and its element takes the focus. */
  seek: (row: R) => void
  /** This row does not come. */
  giveUp: (row: R) => void
}

const focusedRow = `[id^="${rowId('')}"]:focus`

/** `sought` is the row that is on its way into the list. */
type CursorPosition<R> = { id: string | undefined; index: number; sought?: R | undefined }

/** The list's current row for the keyboard. When it leaves the list, the one that takes its place. */
function useRowCursor<R extends Moderated>(rows: readonly R[]): RowCursor<R> {
  const [place, setPlace] = useState<CursorPosition<R>>({ id: undefined, index: 0 })
  const [isFocusDue, setFocusDue] = useState(false)
  const found = rows.findIndex(({ _id }) => _id === place.id)
  if (found >= 0 && (found !== place.index || place.sought)) setPlace({ id: place.id, index: found })
  const index = found >= 0 ? found : Math.min(place.index, rows.length - 1)
  const at = (found < 0 && place.sought) || rows[index]

  useEffect(() => {
    const element = at && document.getElementById(rowId(at._id))
    if (!element) {
      if (isFocusDue) document.querySelector<HTMLElement>(focusedRow)?.blur() // no other row looks chosen meanwhile
      return
    }
    // The focus is lost with a removed row; for users who never used the keys it is not moved.
    const isLost = place.id !== undefined && document.activeElement === document.body
    if (isFocusDue || isLost) element.focus()
    setFocusDue(false)
  }, [at, place.id, isFocusDue])

  function go(next: R, nextIndex: number) {
    setPlace({ id: next._id, index: nextIndex })
    setFocusDue(true)
  }
  return {
    at,
    put({ _id }) {
      const position = rows.findIndex((row) => row._id === _id)
      setPlace({ id: _id, index: position < 0 ? index : position })
    },
    step(by) {
      const wanted = index + by
      const next = rows[wanted]
      if (next) go(next, wanted)
      return next !== undefined
    },
    seek(row) {
      setPlace({ id: row._id, index: Math.max(index, 0), sought: row })
      setFocusDue(true)
    },
    giveUp: (row) => setPlace((now) => (now.sought === row ? { ...now, sought: undefined } : now)),
  }
}
