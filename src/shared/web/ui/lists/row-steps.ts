import { useState } from 'react'

/** Rows of a long list that one step adds. */
const stepSize = 50

export type RowSteps = {
  /** The rendered rows, from `from` up to but excluding the last. */
  from: number
  to: number
  showMore: () => void
  showEarlier: () => void
  /** Ensures that a row is rendered; one far away replaces all others. */
  reveal: (index: number) => void
}

/** The rendered part of a long list; it starts again when `list` names another one. */
export function useRowSteps(list: string): RowSteps {
  const [shown, setShown] = useState({ list, from: 0, to: stepSize })
  if (shown.list !== list) setShown({ list, from: 0, to: stepSize })
  const { from, to } = shown
  return {
    from,
    to,
    showMore: () => setShown({ list, from, to: to + stepSize }),
    showEarlier: () => setShown({ list, from: Math.max(0, from - stepSize), to }),
    reveal(index) {
      if (index >= from && index < to) return
      const start = Math.floor(index / stepSize) * stepSize
      if (start === to) setShown({ list, from, to: to + stepSize })
      else setShown({ list, from: start, to: start + stepSize })
    },
  }
}
