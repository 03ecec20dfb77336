import { cardLimits } from '../spec.ts'
import { type Path, type Report, shown } from './card-problems.ts'

/** Notes when a figure cannot be counted with exactly: too many decimals, below 0, or beyond the largest. */
type FigureCheck = (report: Report, path: Path, value: number | null | undefined) => void

/** In the card's currency, up to six decimals. */
export const checkMoney = figure({ decimals: 6, most: cardLimits.money })
/** Up to four decimals. */
export const checkPercent = figure({ decimals: 4, most: cardLimits.percent })
export const checkSize = figure({ decimals: 6, most: cardLimits.cm })
export const checkRatio = figure({ decimals: 6, most: 1000 })
export const checkGrams = figure({ decimals: 0, most: cardLimits.grams })

function figure({ decimals, most }: { decimals: number; most: number }): FigureCheck {
  return (report, path, value) => {
    if (value == null) return
    if (value < 0) report(path, `${shown(value)} is below 0.`)
    else if (value > most) report(path, `${shown(value)} is more than ${most}.`)
    else if (decimalsOf(value) > decimals)
      report(path, `${shown(value)} has more than ${decimals} decimal places.`)
  }
}

/** Of the shortest text that means the number. */
function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [, fraction = ''] = mantissa.split('.')
  return Math.max(0, fraction.length - Number(exponent))
}
