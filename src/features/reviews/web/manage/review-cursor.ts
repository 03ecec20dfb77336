import { useEffect, useState } from 'react'
import type { Review } from '../../contract.ts'
import type { ReviewStatus } from '../../spec.ts'
import { useLetterKeys } from '../letter-keys.ts'

export type ReviewCursor = {
  /** The review that the keys are about. */
  at: Review | undefined
  /** Follows the focus. */
  put: (review: Review) => void
  /** Goes up or down and takes the focus along; false where there is no such row. */
  step: (by: 1 | -1) => boolean
  /** Goes to a review once it is in the list. */
  seek: (id: string) => void
}

type Place = { id: string | undefined; index: number }

/** The row of a list that the keyboard is at; when it leaves the list, the one that comes into its place. */
export function useReviewCursor(reviews: readonly Review[]): ReviewCursor {
  const [place, setPlace] = useState<Place>({ id: undefined, index: 0 })
  const [isFocusDue, setFocusDue] = useState(false)
  const found = reviews.findIndex(({ _id }) => _id === place.id)
  if (found >= 0 && found !== place.index) setPlace({ ...place, index: found })
  const index = found >= 0 ? found : Math.min(place.index, reviews.length - 1)
  const at = reviews[index]

  useEffect(() => {
    if (!at) return
    // The focus is lost with a row that goes; whoever never used the keys keeps it where it is.
    const isLost = place.id !== undefined && document.activeElement === document.body
    if (isFocusDue || isLost) document.getElementById(rowId(at._id))?.focus()
    setFocusDue(false)
  }, [at, place.id, isFocusDue])

  function go(next: Review, nextIndex: number) {
    setPlace({ id: next._id, index: nextIndex })
    setFocusDue(true)
  }
  return {
    at,
    put: ({ _id }) => setPlace({ id: _id, index: reviews.findIndex((review) => review._id === _id) }),
    step(by) {
      const isBegun = place.id !== undefined
      const wanted = isBegun ? index + by : index // the first press takes the row that is marked already
      const next = reviews[wanted]
      if (next) go(next, wanted)
      return next !== undefined
    },
    seek(id) {
      setPlace({ id, index })
      setFocusDue(reviews.some(({ _id }) => _id === id))
    },
  }
}

export function rowId(reviewId: string): string {
  return `review-${reviewId}`
}

export type ReviewKeys = {
  step: (by: 1 | -1) => void
  judge: (status: ReviewStatus) => void
  undo: () => void
  open: () => void
}

/** What each key does, as the page lists it. */
export const keyWords = [
  ['j', 'next'],
  ['k', 'previous'],
  ['a', 'approve'],
  ['d', 'deny'],
  ['p', 'pending'],
  ['z', 'undo'],
  ['Enter', 'full comment'],
] as const

/** Moderation by keys, wherever nobody is writing or choosing. */
export function useReviewKeys({ step, judge, undo, open }: ReviewKeys): void {
  const acts = {
    j: () => step(1),
    k: () => step(-1),
    a: () => judge('approved'),
    d: () => judge('denied'),
    p: () => judge('pending'),
    z: undo,
    Enter: open,
  }
  useLetterKeys(acts, ['j', 'k'])
}
