import { cardLimits } from '../../spec.ts'
import { type CardPath, quoteValue, type ReportProblem } from './card-problems.ts'

/** Notes when a figure cannot be counted with exactly: too many decimals, below 0, or beyond the largest. */
type FigureCheck = (report: ReportProblem, path: CardPath, value: number | null | undefined) => void

/** In the card's currency, up to six decimals. */
export const checkMoney = createFigureCheck({ decimals: 6, most: cardLimits.money })
/** Up to four decimals. */
export const checkPercent = createFigureCheck({ decimals: 4, most: cardLimits.percent })
export const checkSize = createFigureCheck({ decimals: 6, most: cardLimits.cm })
export const checkRatio = createFigureCheck({ decimals: 6, most: 1000 })
export const checkGrams = createFigureCheck({ decimals: 0, most: cardLimits.grams })

function createFigureCheck({ decimals, most }: { decimals: number; most: number }): FigureCheck {
  return (report, path, value) => {
    if (value == null) return
    if (value < 0) report(path, `${quoteValue(value)} is below 0.`)
    else if (value > most) report(path, `${quoteValue(value)} is more than ${most}.`)
    else if (countDecimals(value) > decimals)
      report(path, `${quoteValue(value)} has more than ${decimals} decimal places.`)
  }
}

/** Of the shortest text that means the number. */
function countDecimals(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [, fraction = ''] = mantissa.split('.')
  return Math.max(0, fraction.length - Number(exponent))
}
