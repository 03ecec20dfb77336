import { cardLimits } from '../../texts-and-limits.ts'
import { type CardPath, quoteValue, type ReportProblem } from './card-problems.ts'

/** Reports a figure that has too many decimals, is below 0 or exceeds the maximum. */
type FigureCheck = (report: ReportProblem, path: CardPath, value: number | null | undefined) => void

/** Amounts in the card's currency, with up to six decimals. */
export const checkMoney = createFigureCheck({ decimals: 6, max: cardLimits.money })
/** Percentages with up to four decimals. */
export const checkPercent = createFigureCheck({ decimals: 4, max: cardLimits.percent })
export const checkSizeCm = createFigureCheck({ decimals: 6, max: cardLimits.cm })
export const checkRatio = createFigureCheck({ decimals: 6, max: 1000 })
export const checkGrams = createFigureCheck({ decimals: 0, max: cardLimits.grams })

function createFigureCheck({ decimals, max }: { decimals: number; max: number }): FigureCheck {
  return (report, path, value) => {
    if (value == null) return
    if (value < 0) report(path, `${quoteValue(value)} is below 0.`)
    else if (value > max) report(path, `${quoteValue(value)} is more than ${max}.`)
    else if (countDecimals(value) > decimals)
      report(path, `${quoteValue(value)} has more than ${decimals} decimal places.`)
  }
}

/** The number of decimals in the shortest text of a number. */
function countDecimals(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [, fraction = ''] = mantissa.split('.')
  return Math.max(0, fraction.length - Number(exponent))
}
