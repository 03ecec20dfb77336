import { formatNumber } from '#shared/format/format-number.ts'

/** One figure of a row, as text and as a number. */
export type RateFigure = {
  text: string
  /** Null when figures cannot be compared. */
  value: number | null
  /** The unit of a change; a text has no unit. */
  changesIn: 'percent' | 'points' | 'text'
  /** True when a greater figure means a higher price. */
  isPrice: boolean
}

/** An amount in the card's currency: '37.60', or '92.988' when the card has more decimals. */
export function createMoneyFigure(value = 0): RateFigure {
  const [integerDigits = '', decimals = ''] = String(value).split('.')
  const text = `${formatNumber(Number(integerDigits))}.${decimals.padEnd(2, '0')}`
  return { text, value, changesIn: 'percent', isPrice: true }
}

/** '24.5%'. */
export function createPercentFigure(value = 0): RateFigure {
  const text = Number.isInteger(value) ? value.toFixed(1) : String(value)
  return { text: `${text}%`, value, changesIn: 'points', isPrice: true }
}

/** A charged weight. */
export function createWeightFigure(value: number): RateFigure {
  return { text: formatFigureWeight(value), value, changesIn: 'percent', isPrice: true }
}

/** A limit of weight in grams or of length in cm. */
export function createLimitFigure(value: number | null | undefined, unit: 'g' | 'cm'): RateFigure {
  if (value == null) return { text: 'no limit', value: null, changesIn: 'percent', isPrice: false }
  const text = unit === 'g' ? formatFigureWeight(value) : `${value} cm`
  return { text, value, changesIn: 'percent', isPrice: false }
}

/** A figure that cannot be compared; an empty text becomes 'none'. */
export function createTextFigure(text = ''): RateFigure {
  return { text: text === '' ? 'none' : text, value: null, changesIn: 'text', isPrice: false }
}

/** '500 g', '1,240 g', '2 kg', '20.5 kg'. */
export function formatFigureWeight(grams: number): string {
  return grams >= 1000 && grams % 100 === 0 ? `${formatNumber(grams / 1000)} kg` : `${formatNumber(grams)} g`
}

/** '+3.8%', '-1.5 points'; null when figures cannot be compared. */
export function formatChange(before: RateFigure, after: RateFigure): string | null {
  const [oldValue, newValue] = [before.value, after.value]
  if (oldValue === null || newValue === null || before.changesIn === 'text') return null
  if (before.changesIn === 'points') return `${formatSigned(newValue - oldValue)} points`
  return oldValue === 0 ? null : `${formatSigned(((newValue - oldValue) / oldValue) * 100)}%`
}

export function getDirection(before: RateFigure, after: RateFigure): 'dearer' | 'cheaper' | 'neither' {
  const [oldValue, newValue] = [before.value, after.value]
  if (!after.isPrice || oldValue === null || newValue === null || oldValue === newValue) return 'neither'
  return newValue > oldValue ? 'dearer' : 'cheaper'
}

function formatSigned(value: number): string {
  return `${value < 0 ? '-' : '+'}${formatNumber(Number(Math.abs(value).toFixed(1)))}`
}
