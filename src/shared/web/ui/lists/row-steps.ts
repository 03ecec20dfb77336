import { useState } from 'react'

/** How many rows of a long list are added per step. */
const stepSize = 50

export type RowSteps = {
  /** The range of rendered rows: from index `from` up to, but not including, index `to`. */
  from: number
  to: number
  showMore: () => void
  showEarlier: () => void
  /** Ensures that a row is rendered. If it is far away, only the step around it stays rendered. */
  reveal: (index: number) => void
}

/** The rendered part of a long list. `list` names the list; another name resets the part. */
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
