import { useRef, useState } from 'react'
import type { Moderated, ModerationStatus } from './moderation-keys.ts'

type Judgeable = Moderated & { status: ModerationStatus }
export type Judgement<R> = { row: R; from: ModerationStatus; to: ModerationStatus }

export type Judgements<R> = {
  /** The status to show: the wanted one until the server has answered. */
  statusOf: (row: R) => ModerationStatus
  change: (row: R, to: ModerationStatus) => void
  /** Takes back the last judgement that was not taken back yet; gives back that row's id, if there was one. */
  undo: () => string | undefined
  /** What was done to a row that has gone is not to be taken back. */
  forget: (id: string) => void
}

/**
 * Judgements that show at once and spring back when `ask` tells that the server refused. Those of one row are asked one
 * after the other; `undo` is what a toast may offer.
 */
export function useStatusChanges<R extends Judgeable>(
  ask: (judgement: Judgement<R>, undo?: () => void) => Promise<boolean>,
): Judgements<R> {
  const [wanted, setWanted] = useState<ReadonlyMap<string, Judgement<R>>>(new Map())
  const done = useRef<Judgement<R>[]>([])
  const turns = useRef(new Map<string, Promise<boolean>>())

  const statusOf = ({ _id, status }: R) => wanted.get(_id)?.to ?? status

  async function perform(judgement: Judgement<R>, undo?: () => void): Promise<boolean> {
    const id = judgement.row._id
    setWanted((all) => new Map(all).set(id, judgement))
    const turn = (turns.current.get(id) ?? Promise.resolve(true)).then(() => ask(judgement, undo))
    turns.current.set(id, turn)
    const isDone = await turn
    // A later wish for the same row stands until its own answer.
    setWanted((all) =>
      all.get(id) === judgement ? new Map([...all].filter(([other]) => other !== id)) : all,
    )
    return isDone
  }

  function takeBack(judgement: Judgement<R> | undefined) {
    if (!judgement) return
    done.current = done.current.filter((other) => other !== judgement)
    void perform({ ...judgement, from: judgement.to, to: judgement.from })
  }

  return {
    statusOf,
    async change(row, to) {
      const from = statusOf(row)
      if (from === to) return
      const judgement = { row, from, to }
      done.current.push(judgement)
      const isDone = await perform(judgement, () => takeBack(judgement))
      if (!isDone) done.current = done.current.filter((other) => other !== judgement)
    },
    undo() {
      const last = done.current.at(-1)
      takeBack(last)
      return last?.row._id
    },
    forget(id) {
      done.current = done.current.filter(({ row }) => row._id !== id)
    },
  }
}
