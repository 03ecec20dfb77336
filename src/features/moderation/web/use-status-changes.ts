import { useRef, useState } from 'react'
import type { ModerationStatus } from '../status.ts'

/** What admins moderate. */
export type Moderated = { _id: string; status: ModerationStatus }
export type StatusChange<R> = { row: R; from: ModerationStatus; to: ModerationStatus }
/** `isDone` is whether the server agreed. */
export type StatusUndo<R> = { row: R; isDone: Promise<boolean> }
export type StatusChanges<R> = {
  /** The status to show: the wanted one until the server has answered. */
  getStatus: (row: R) => ModerationStatus
  change: (row: R, to: ModerationStatus) => void
  /** Takes back the last change that was not taken back yet; gives back that row's id, if there was one. */
  undo: () => string | undefined
  /** The last change that was taken back, by `undo` or by a toast. */
  undone: StatusUndo<R> | undefined
  /** The change of a removed row cannot be undone. */
  forget: (id: string) => void
}

/**
 * Changes of status that show at once and are reverted when `ask` reports a failure. Those of one row are
 * sent one after the other; `undo` is what a toast may offer.
 */
export function useStatusChanges<R extends Moderated>(
  ask: (change: StatusChange<R>, undo?: () => void) => Promise<boolean>,
): StatusChanges<R> {
  const [wanted, setWanted] = useState<ReadonlyMap<string, StatusChange<R>>>(new Map())
  const [undone, setUndone] = useState<StatusUndo<R>>()
  const done = useRef<StatusChange<R>[]>([])
  const turns = useRef(new Map<string, Promise<boolean>>())
  const getStatus = ({ _id, status }: R) => wanted.get(_id)?.to ?? status

  async function perform(change: StatusChange<R>, undo?: () => void): Promise<boolean> {
    const id = change.row._id
    setWanted((all) => new Map(all).set(id, change))
    const turn = (turns.current.get(id) ?? Promise.resolve(true)).then(() => ask(change, undo))
    turns.current.set(id, turn)
    const isDone = await turn
    // A later change of the same row stays until its own response.
    setWanted((all) => (all.get(id) === change ? new Map([...all].filter(([other]) => other !== id)) : all))
    return isDone
  }

  function takeBack(change: StatusChange<R> | undefined) {
    if (!change) return
    done.current = done.current.filter((other) => other !== change)
    const isDone = perform({ ...change, from: change.to, to: change.from })
    setUndone({ row: change.row, isDone })
  }

  return {
    getStatus,
    async change(row, to) {
      const from = getStatus(row)
      if (from === to) return
      const change = { row, from, to }
      done.current.push(change)
      const isDone = await perform(change, () => takeBack(change))
      if (!isDone) done.current = done.current.filter((other) => other !== change)
    },
    undo() {
      const last = done.current.at(-1)
      takeBack(last)
      return last?.row._id
    },
    undone,
    forget(id) {
      done.current = done.current.filter(({ row }) => row._id !== id)
    },
  }
}
