type GramsRange = { gramsFrom: number; gramsTo: number }

/**
 * The one weight that a kind is computed with: the middle of its range, rounded half up to 10 g, below 100 g to 5 g.
 */
export function getTypicalGrams({ gramsFrom, gramsTo }: GramsRange): number {
  const middle = (gramsFrom + gramsTo) / 2
  const step = middle < 100 ? 5 : 10
  return Math.round(middle / step) * step
}
