import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Reply } from '#shared/contract.ts'
import { messageOf } from '#shared/failure.ts'
import { useSend } from '#shared/web/send.tsx'
import { toast } from '#shared/web/ui/toasts.ts'
import type { Review, ReviewsContract } from '../contract.ts'
import { statusSentence } from '../rules.ts'
import { type ReviewStatus, reviewText } from '../spec.ts'

export type Moderated = Pick<Review, '_id' | 'status' | 'createdAt'>
/** `seen`: when what the admin read was written. */
type Change = { id: string; seen: string; from: ReviewStatus; to: ReviewStatus }

export type Moderation = {
  /** What to show: the wanted status while the server is asked, its own otherwise. */
  statusOf: (review: Moderated) => ReviewStatus
  change: (review: Moderated, to: ReviewStatus) => void
  /** Takes back the last change that was not taken back yet; gives back that review's id, if there was one. */
  undo: () => string | undefined
}

/** Answers that a status changes: lists of reviews, averages of items, the counts of the admin's home. */
const changed = [['findReview'], ['findProductById'], ['getAllProduct'], ['overview']]

/** §4 Review status: shown at once, sprung back with the sentence of §8 when the server refuses. */
export function useModeration(): Moderation {
  const [wanted, setWanted] = useState<ReadonlyMap<string, Change>>(new Map())
  const ask = useAsking()
  const done = useRef<Change[]>([])

  const statusOf = ({ _id, status }: Moderated) => wanted.get(_id)?.to ?? status

  async function perform(change: Change, undo?: () => void): Promise<boolean> {
    setWanted((all) => new Map(all).set(change.id, change))
    const isDone = await ask(change, undo)
    // A later wish for the same review stands until its own answer.
    setWanted((all) => (all.get(change.id) === change ? without(all, change.id) : all))
    return isDone
  }

  function takeBack(change: Change | undefined) {
    if (!change) return
    done.current = done.current.filter((other) => other !== change)
    void perform({ ...change, from: change.to, to: change.from })
  }

  return {
    statusOf,
    async change(review, to) {
      const from = statusOf(review)
      if (from === to) return
      const change = { id: review._id, seen: review.createdAt, from, to }
      done.current.push(change)
      const isDone = await perform(change, () => takeBack(change))
      if (!isDone) done.current = done.current.filter((other) => other !== change)
    },
    undo() {
      const last = done.current.at(-1)
      takeBack(last)
      return last?.id
    },
  }
}

/** Asks the server, one change of a review after the other, says what came of it, and tells whether it was done. */
function useAsking(): (change: Change, undo?: () => void) => Promise<boolean> {
  const send = useSend()
  const queryClient = useQueryClient()
  const turns = useRef(new Map<string, Promise<boolean>>())

  async function ask({ id, seen, to }: Change, undo: (() => void) | undefined): Promise<boolean> {
    try {
      await send<ReviewsContract['approveOrDenyReview']>('PATCH /review/approveOrDenyReview', {
        query: { review_id: id, status: to, seen },
      })
    } catch (error) {
      toast.error(messageOf(error, reviewText.noChange))
      void queryClient.invalidateQueries({ queryKey: ['findReview'] }) // it may have changed meanwhile
      return false
    }
    toast.success(statusSentence(to), { id: `review-${id}`, ...(undo && { undo }) })
    // Written into the lists at hand, because the next answer may be long in coming.
    queryClient.setQueriesData<Reply<ReviewsContract['findReview']>>(
      { queryKey: ['findReview'] },
      (list) =>
        list && {
          ...list,
          data: list.data.map((review) => (review._id === id ? { ...review, status: to } : review)),
        },
    )
    for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey })
    return true
  }

  return (change, undo) => {
    const before = turns.current.get(change.id) ?? Promise.resolve(true)
    const turn = before.then(() => ask(change, undo))
    turns.current.set(change.id, turn)
    return turn
  }
}

function without(all: ReadonlyMap<string, Change>, id: string): ReadonlyMap<string, Change> {
  return new Map([...all].filter(([other]) => other !== id))
}
