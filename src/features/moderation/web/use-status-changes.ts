import { useRef, useState } from 'react'
import type { ModerationStatus } from '#shared/column-values.ts'

/** A row that admins moderate. */
export type Moderated = { _id: string; status: ModerationStatus }
export type StatusChange<R> = { row: R; from: ModerationStatus; to: ModerationStatus }
/** `isDone` resolves to whether the server accepted the change. */
export type StatusUndo<R> = { row: R; isDone: Promise<boolean> }
export type StatusChanges<R> = {
  /** The status to show: the requested one until the server has responded. */
  getStatus: (row: R) => ModerationStatus
  change: (row: R, to: ModerationStatus) => void
  /** Reverts the last change that is not reverted yet; returns its row's id, if there was one. */
  undo: () => string | undefined
  /** The last change that was reverted, by `undo` or by a toast. */
  undone: StatusUndo<R> | undefined
  /** Forgets the changes of a removed row, which cannot be undone. */
  removeChange: (id: string) => void
}

/**
 * Changes of status that are shown at once and reverted when `sendChange` reports a failure. The changes of one row
 * are sent one after the other; `undo` is for a toast.
 */
export function useStatusChanges<R extends Moderated>(
  sendChange: (change: StatusChange<R>, undo?: () => void) => Promise<boolean>,
): StatusChanges<R> {
  const [pending, setPending] = useState<ReadonlyMap<string, StatusChange<R>>>(new Map())
  const [undone, setUndone] = useState<StatusUndo<R>>()
  const completed = useRef<StatusChange<R>[]>([])
  const queues = useRef(new Map<string, Promise<boolean>>())
  const getStatus = ({ _id, status }: R) => pending.get(_id)?.to ?? status

  async function perform(change: StatusChange<R>, undo?: () => void): Promise<boolean> {
    const id = change.row._id
    setPending((all) => new Map(all).set(id, change))
    const result = (queues.current.get(id) ?? Promise.resolve(true)).then(() => sendChange(change, undo))
    queues.current.set(id, result)
    const isDone = await result
    // A later change of the same row stays until its own response.
    setPending((all) => (all.get(id) === change ? new Map([...all].filter(([rowId]) => rowId !== id)) : all))
    return isDone
  }

  function revert(change: StatusChange<R> | undefined) {
    if (!change) return
    completed.current = completed.current.filter((earlier) => earlier !== change)
    const isDone = perform({ ...change, from: change.to, to: change.from })
    setUndone({ row: change.row, isDone })
  }

  return {
    getStatus,
    async change(row, to) {
      const from = getStatus(row)
      if (from === to) return
      const change = { row, from, to }
      completed.current.push(change)
      const isDone = await perform(change, () => revert(change))
      if (!isDone) completed.current = completed.current.filter((earlier) => earlier !== change)
    },
    undo() {
      const last = completed.current.at(-1)
      revert(last)
      return last?.row._id
    },
    undone,
    removeChange(id) {
      completed.current = completed.current.filter(({ row }) => row._id !== id)
    },
  }
}
