import { formatGrams, formatNumber } from '#shared/format/format-number.ts'

/** The frame of a curve, in px: the picture's size and the edges of the field within. */
export type CurveFrame = {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/** A frame of the available width: lower, with shorter texts beside it, where that is narrow. */
export function createCurveFrame(width: number): CurveFrame {
  const isNarrow = width < 600
  const height = isNarrow ? 280 : 320
  const [left, right] = isNarrow ? [44, width - 8] : [60, width - 8]
  return { width, height, left, right, top: 34, bottom: height - 34 }
}

/** Approximate width of a character, as a fraction of the font size. */
export const letterWidth = 0.56

/** The frame with room for the labels of its prices. */
export function widenForPrices(frame: CurveFrame, prices: CurveAxis): CurveFrame {
  const maxLabelLength = Math.max(...prices.ticks.map(({ label = '' }) => label.length))
  return { ...frame, left: Math.max(frame.left, Math.ceil(maxLabelLength * 12 * letterWidth) + 12) }
}

/** Labels and ticks of an axis: `at` in px, `size` of the tick, and an optional text. */
export type AxisTick = { at: number; isLong: boolean; label?: string }
export type CurveAxis = { from: number; to: number; ticks: AxisTick[]; toPx: (value: number) => number }

/** What a curve has to show, in grams. */
type WeightMarks = { unroundedGrams: number; next?: number | undefined; end: number }

/**
 * The weights that are drawn: from 0 to two or three times the parcel's own, so that the next steps are
 * visible, but not far beyond the line's end; the next change of price is always included.
 */
export function createWeightAxis(
  { left, right }: CurveFrame,
  { unroundedGrams, next = 0, end }: WeightMarks,
): CurveAxis {
  const isNarrow = right - left < 500
  const desiredGrams = Math.max(unroundedGrams * (isNarrow ? 1.9 : 2.7), 400)
  const targetGrams = Math.max(Math.min(desiredGrams, end * 1.1), next * 1.2, unroundedGrams * 1.1)
  const step = findRoundStep(targetGrams, isNarrow ? 4 : 6)
  const half = step / 2
  const to = Math.ceil(targetGrams / half) * half
  const toPx = (grams: number) => left + ((right - left) * grams) / to
  const tenth = toPx(step / 10) - left < 5 ? step / 5 : step / 10
  const ticks: AxisTick[] = []
  for (let count = 0; count * tenth <= to; count += 1) {
    const grams = count * tenth
    const isLong = grams % half === 0
    ticks.push({
      at: toPx(grams),
      isLong,
      ...(grams % step === 0 && { label: formatWeightLabel(grams, step) }),
    })
  }
  return { from: 0, to, ticks, toPx }
}

function formatWeightLabel(grams: number, step: number): string {
  if (grams === 0) return '0'
  return step % 1000 === 0 || grams % 1000 === 0 ? `${formatNumber(grams / 1000)} kg` : formatGrams(grams)
}

/** The prices that are drawn, a line at each half of a round step, with a label at each whole one. */
export function createPriceAxis(
  { top, bottom }: CurveFrame,
  minPrice: number,
  maxPrice: number,
  sign: string,
): CurveAxis {
  const step = findRoundStep(Math.max(maxPrice - minPrice, maxPrice * 0.02, 0.01), 4)
  const half = step / 2
  const from = Math.max(0, Math.floor(minPrice / half - 0.001) * half)
  const to = Math.max(Math.ceil(maxPrice / half + 0.001) * half, from + step)
  const toPx = (amount: number) => bottom - ((bottom - top) * (amount - from)) / (to - from)
  const ticks: AxisTick[] = []
  const count = Math.round((to - from) / half)
  for (let index = 0; index <= count; index += 1) {
    const amount = from + index * half
    const isWhole = Math.abs(amount / step - Math.round(amount / step)) < 0.001
    ticks.push({
      at: toPx(amount),
      isLong: isWhole,
      ...(isWhole && { label: formatAmountLabel(amount, step) }),
    })
  }
  const highest = ticks.findLast(({ label }) => label !== undefined)
  if (highest) highest.label = sign + highest.label
  return { from, to, ticks, toPx }
}

function formatAmountLabel(amount: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)))
  return formatNumber(Number(amount.toFixed(decimals)))
}

/** 1, 2 or 5 times a power of ten: the smallest that fits into a span at most so many times. */
function findRoundStep(span: number, maxPrice: number): number {
  const power = 10 ** Math.floor(Math.log10(span / maxPrice))
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => span / step <= maxPrice) ?? power * 10
}
