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
  const [visibleRange, setVisibleRange] = useState({ list, from: 0, to: stepSize })
  if (visibleRange.list !== list) setVisibleRange({ list, from: 0, to: stepSize })
  const { from, to } = visibleRange
  return {
    from,
    to,
    showMore: () => setVisibleRange({ list, from, to: to + stepSize }),
    showEarlier: () => setVisibleRange({ list, from: Math.max(0, from - stepSize), to }),
    reveal(index) {
      if (index >= from && index < to) return
      const start = Math.floor(index / stepSize) * stepSize
      if (start === to) setVisibleRange({ list, from, to: to + stepSize })
      else setVisibleRange({ list, from: start, to: start + stepSize })
    },
  }
}
