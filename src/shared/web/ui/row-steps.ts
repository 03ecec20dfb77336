import { useState } from 'react'

/** Rows of a long list that a step brings. */
const step = 50

export type RowSteps = {
  /** The rows in the page, from the first up to but without the last. */
  from: number
  to: number
  showMore: () => void
  showEarlier: () => void
  /** Sees to it that a row is in the page; one far away takes the place of all others. */
  reveal: (index: number) => void
}

/** The part of a long list that stands in the page; it begins anew when `list` names another one. */
export function useRowSteps(list: string): RowSteps {
  const [shown, setShown] = useState({ list, from: 0, to: step })
  if (shown.list !== list) setShown({ list, from: 0, to: step })
  const { from, to } = shown
  return {
    from,
    to,
    showMore: () => setShown({ list, from, to: to + step }),
    showEarlier: () => setShown({ list, from: Math.max(0, from - step), to }),
    reveal(index) {
      if (index >= from && index < to) return
      const start = Math.floor(index / step) * step
      if (start === to) setShown({ list, from, to: to + step })
      else setShown({ list, from: start, to: start + step })
    },
  }
}
