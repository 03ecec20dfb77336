import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReviewStatus } from '#features/reviews/spec.ts'
import type { Reply } from '#shared/contract.ts'
import { messageOf } from '#shared/failure.ts'
import { useSend } from '#shared/web/send.tsx'
import { askConfirm } from '#shared/web/ui/alerts.ts'
import { toast } from '#shared/web/ui/toasts.ts'
import type { QcSetOfPhotos, QcSetsContract } from '../../sets-contract.ts'
import { qcSetText } from '../../sets-spec.ts'

type Change = { set: QcSetOfPhotos; from: ReviewStatus; to: ReviewStatus }

export type SetModeration = {
  /** What to show: the wanted status while the server is asked, its own otherwise. */
  statusOf: (set: QcSetOfPhotos) => ReviewStatus
  change: (set: QcSetOfPhotos, to: ReviewStatus) => void
  /** Takes back the last change that was not taken back yet; gives back that set's id, if there was one. */
  undo: () => string | undefined
  /** Asks first: nothing brings the photos back. */
  remove: (set: QcSetOfPhotos) => void
}

/** Answers that a judgement changes. */
const changed = [['qcSets'], ['qcPhotos'], ['getAllProduct'], ['findProductById'], ['overview']]

/** Judging photos: shown at once, sprung back with a sentence when the server refuses. */
export function useSetModeration(): SetModeration {
  const [wanted, setWanted] = useState<ReadonlyMap<string, Change>>(new Map())
  const done = useRef<Change[]>([])
  const { ask, remove } = useAsking()

  const statusOf = ({ _id, status }: QcSetOfPhotos) => wanted.get(_id)?.to ?? status

  async function perform(change: Change, undo?: () => void): Promise<boolean> {
    const id = change.set._id
    setWanted((all) => new Map(all).set(id, change))
    const isDone = await ask(change, undo)
    // A later wish for the same set stands until its own answer.
    setWanted((all) => (all.get(id) === change ? new Map([...all].filter(([other]) => other !== id)) : all))
    return isDone
  }

  function takeBack(change: Change | undefined) {
    if (!change) return
    done.current = done.current.filter((other) => other !== change)
    void perform({ ...change, from: change.to, to: change.from })
  }

  return {
    statusOf,
    async change(set, to) {
      const from = statusOf(set)
      if (from === to) return
      const change = { set, from, to }
      done.current.push(change)
      const isDone = await perform(change, () => takeBack(change))
      if (!isDone) done.current = done.current.filter((other) => other !== change)
    },
    undo() {
      const last = done.current.at(-1)
      takeBack(last)
      return last?.set._id
    },
    async remove(set) {
      const isSure = await askConfirm({
        title: 'Are you sure?',
        text: `${photosOf(set)} by ${set.name} will be deleted for good.`,
        confirm: 'Yes, delete',
        isDanger: true,
      })
      if (!isSure) return
      await remove(set)
      done.current = done.current.filter((other) => other.set._id !== set._id)
    },
  }
}

/** Asks the server, one change of a set after the other, says what came of it, and tells whether it was done. */
function useAsking() {
  const send = useSend()
  const queryClient = useQueryClient()
  const turns = useRef(new Map<string, Promise<boolean>>())
  /** When each set was judged last, as far as this page knows. */
  const seen = useRef(new Map<string, string>())

  function renew() {
    for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey })
  }

  /** Written into the lists at hand, because the next answer may be long in coming. */
  function rewrite(id: string, to: readonly QcSetOfPhotos[]) {
    queryClient.setQueriesData<Reply<QcSetsContract['qcSets']>>(
      { queryKey: ['qcSets'] },
      (list) => list && { ...list, data: list.data.flatMap((set) => (set._id === id ? to : [set])) },
    )
  }

  async function judge({ set, to }: Change, undo: (() => void) | undefined): Promise<boolean> {
    const { _id: id } = set
    try {
      const { data, message } = await send<QcSetsContract['judgeQcSet']>('POST /qc-photos/sets/{id}/status', {
        params: { id },
        body: { status: to, seen: seen.current.get(id) ?? set.updatedAt },
      })
      seen.current.set(id, data.updatedAt)
      toast.success(message, { id: `set-${id}`, ...(undo && { undo }) })
      rewrite(id, [data])
      return true
    } catch (error) {
      toast.error(messageOf(error, qcSetText.noChange))
      return false
    } finally {
      renew()
    }
  }

  return {
    ask(change: Change, undo?: () => void): Promise<boolean> {
      const { _id: id } = change.set
      const before = turns.current.get(id) ?? Promise.resolve(true)
      const turn = before.then(() => judge(change, undo))
      turns.current.set(id, turn)
      return turn
    },
    async remove({ _id: id }: QcSetOfPhotos): Promise<void> {
      try {
        const { message } = await send<QcSetsContract['deleteQcSet']>('DELETE /qc-photos/sets/{id}', {
          params: { id },
        })
        rewrite(id, [])
        toast.success(message)
      } catch (error) {
        toast.error(messageOf(error, qcSetText.deleteFailed))
      } finally {
        renew()
      }
    },
  }
}

export function photosOf({ photos }: Pick<QcSetOfPhotos, 'photos'>): string {
  return photos.length === 1 ? '1 photo' : `${photos.length} photos`
}
