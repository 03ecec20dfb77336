import { formatGrams, formatNumber } from '#shared/format/format-number.ts'

/** The size of a drawing and the edges of its plot area, in px. */
export type CurveFrame = {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/** A frame of the available width; a narrow one is lower and has less room for the labels of prices. */
export function createCurveFrame(width: number): CurveFrame {
  const isNarrow = width < 600
  const height = isNarrow ? 280 : 320
  const [left, right] = isNarrow ? [44, width - 8] : [60, width - 8]
  return { width, height, left, right, top: 34, bottom: height - 34 }
}

/** The approximate width of a character as a fraction of the font size. */
export const characterWidthRatio = 0.56

/** Returns the frame with enough room for the labels of the prices. */
export function makeRoomForPriceLabels(frame: CurveFrame, priceAxis: CurveAxis): CurveFrame {
  const maxLabelLength = Math.max(...priceAxis.ticks.map(({ label = '' }) => label.length))
  return { ...frame, left: Math.max(frame.left, Math.ceil(maxLabelLength * 12 * characterWidthRatio) + 12) }
}

/** A tick of an axis at a position in px, with an optional label. */
export type AxisTick = { px: number; isLong: boolean; label?: string }
export type CurveAxis = { from: number; to: number; ticks: AxisTick[]; toPx: (value: number) => number }

/** The weights that decide the range of an axis: the parcel, the next step, and the line's maximum. */
type AxisWeights = { unroundedGrams: number; nextStepGrams?: number | undefined; maxGrams: number }

/**
 * The axis of weights: from 0 to two or three times the parcel's weight, so that the next steps are visible, but not
 * far above the line's maximum. The next step is always included.
 */
export function createWeightAxis(
  { left, right }: CurveFrame,
  { unroundedGrams, nextStepGrams = 0, maxGrams }: AxisWeights,
): CurveAxis {
  const isNarrow = right - left < 500
  const desiredGrams = Math.max(unroundedGrams * (isNarrow ? 1.9 : 2.7), 400)
  const targetGrams = Math.max(
    Math.min(desiredGrams, maxGrams * 1.1),
    nextStepGrams * 1.2,
    unroundedGrams * 1.1,
  )
  const step = findRoundStep(targetGrams, isNarrow ? 4 : 6)
  const halfStep = step / 2
  const to = Math.ceil(targetGrams / halfStep) * halfStep
  const toPx = (grams: number) => left + ((right - left) * grams) / to
  const tickGrams = toPx(step / 10) - left < 5 ? step / 5 : step / 10
  const ticks: AxisTick[] = []
  for (let count = 0; count * tickGrams <= to; count += 1) {
    const grams = count * tickGrams
    const isLong = grams % halfStep === 0
    ticks.push({
      px: toPx(grams),
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

/** The axis of prices, with a tick at each half of a round step and a label at each whole step. */
export function createPriceAxis(
  { top, bottom }: CurveFrame,
  minPrice: number,
  maxPrice: number,
  sign: string,
): CurveAxis {
  const step = findRoundStep(Math.max(maxPrice - minPrice, maxPrice * 0.02, 0.01), 4)
  const halfStep = step / 2
  const from = Math.max(0, Math.floor(minPrice / halfStep - 0.001) * halfStep)
  const to = Math.max(Math.ceil(maxPrice / halfStep + 0.001) * halfStep, from + step)
  const toPx = (amount: number) => bottom - ((bottom - top) * (amount - from)) / (to - from)
  const ticks: AxisTick[] = []
  const count = Math.round((to - from) / halfStep)
  for (let index = 0; index <= count; index += 1) {
    const amount = from + index * halfStep
    const isWhole = Math.abs(amount / step - Math.round(amount / step)) < 0.001
    ticks.push({
      px: toPx(amount),
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

/** The smallest 1, 2 or 5 times a power of ten that divides a span into at most `maxSteps` steps. */
function findRoundStep(span: number, maxSteps: number): number {
  const power = 10 ** Math.floor(Math.log10(span / maxSteps))
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => span / step <= maxSteps) ?? power * 10
}
