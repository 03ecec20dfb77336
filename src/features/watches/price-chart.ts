import { formatDate } from '#shared/format/format-date.ts'
import { formatYuan } from '#shared/format/money.ts'
import { roundToTenth } from '#shared/format/round.ts'
import { DAY_MS } from '#shared/time.ts'
import type { PriceHistory, PriceSpan } from './contract.ts'

/** In px: the size of the chart, and the edges of the plot area within. */
export type ChartArea = {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}
export type PriceStep = { x1: number; x2: number; y: number; isOut: boolean }
export type PriceMark = { x: number; y: number; text: string; anchor: 'start' | 'end'; isAbove: boolean }
export type PriceChart = {
  steps: PriceStep[]
  /** Vertical lines where one price followed another without a gap. */
  rises: { x: number; y1: number; y2: number }[]
  ticks: { x: number; isLong: boolean }[]
  marks: PriceMark[]
}

/** In px: the width of a single observation. Spans with a smaller gap are connected. */
const dotWidth = 4

/** Prices over time, from the first observation to `now` (epoch, in ms); gaps stay empty. */
export function computePriceChart(spans: readonly PriceSpan[], area: ChartArea, now: number): PriceChart {
  const begin = Date.parse(spans[0]?.from ?? '')
  const length = Math.max(now, ...spans.map(({ to }) => Date.parse(to))) - begin || 1
  const prices = spans.map(({ price }) => price)
  const [minPrice, maxPrice] = [Math.min(...prices), Math.max(...prices)]
  const [width, height] = [area.right - area.left, area.bottom - area.top]
  const toX = (moment: number) => roundToTenth(area.left + (width * (moment - begin)) / length)
  const toY = (price: number) =>
    maxPrice === minPrice
      ? roundToTenth(area.top + height / 2)
      : roundToTenth(area.bottom - (height * (price - minPrice)) / (maxPrice - minPrice))
  const steps = spans.map(({ from, to, price, inStock }): PriceStep => {
    const x1 = Math.min(toX(Date.parse(from)), area.right - dotWidth)
    return { x1, x2: Math.max(toX(Date.parse(to)), x1 + dotWidth), y: toY(price), isOut: inStock === false }
  })
  return {
    steps,
    rises: findRises(steps),
    ticks: computeTicks(begin, begin + length, width).map(({ at, isLong }) => ({ x: toX(at), isLong })),
    marks: createMarks(spans, steps, area),
  }
}

function findRises(steps: readonly PriceStep[]): PriceChart['rises'] {
  return steps.flatMap((step, index) => {
    const next = steps[index + 1]
    if (!next || next.x1 - step.x2 > dotWidth || next.y === step.y) return []
    return [{ x: next.x1, y1: step.y, y2: next.y }]
  })
}

/** One tick per day, week, month or longer, so that ticks are at least 4 px apart; each fifth is long. */
function computeTicks(begin: number, end: number, width: number) {
  const days = (end - begin) / DAY_MS
  const stepDays = [1, 7, 30, 90, 365].find((candidate) => (width * candidate) / days >= 4) ?? 3650
  const count = Math.floor(days / stepDays)
  return Array.from({ length: count + 1 }, (_, index) => ({
    at: begin + index * stepDays * DAY_MS,
    isLong: index % 5 === 0,
  }))
}

/** The lowest price and, if it differs, the highest, each at its latest span. */
function createMarks(
  spans: readonly PriceSpan[],
  steps: readonly PriceStep[],
  { left, right }: ChartArea,
): PriceMark[] {
  const { lowest, highest } = findExtremes(spans)
  const createMark = (index: number, isAbove: boolean): PriceMark[] => {
    const [span, step] = [spans[index], steps[index]]
    if (!span || !step) return []
    const isLeft = (step.x1 + step.x2) / 2 < (left + right) / 2
    const x = isLeft ? step.x1 : step.x2
    return [{ x, y: step.y, text: formatPrice(span.price), anchor: isLeft ? 'start' : 'end', isAbove }]
  }
  const low = createMark(lowest, false)
  return spans[highest]?.price === spans[lowest]?.price ? low : [...createMark(highest, true), ...low]
}

/** The indexes of the newest spans with the lowest and with the highest price. */
function findExtremes(spans: readonly PriceSpan[]): { lowest: number; highest: number } {
  const prices = spans.map(({ price }) => price)
  return {
    lowest: prices.lastIndexOf(Math.min(...prices)),
    highest: prices.lastIndexOf(Math.max(...prices)),
  }
}

/** True when the history covers more than one day; a single day is described in text only. */
export function isDrawn({ spans }: PriceHistory): boolean {
  const [first, last] = [spans[0], spans.at(-1)]
  return first !== undefined && last !== undefined && formatDate(first.from) !== formatDate(last.to)
}

/** The history as text; undefined without observations. */
export function describeHistory(history: PriceHistory): string | undefined {
  const { since, spans } = history
  const lowest = spans[findExtremes(spans).lowest]
  if (since === null || !lowest) return undefined
  const isSteady = spans.every(({ price }) => price === lowest.price)
  if (!isDrawn(history)) {
    const last = spans.at(-1) ?? lowest
    return isSteady
      ? `Checked once, on ${formatDate(since)}: ${formatPrice(lowest.price)}.`
      : `Checked on ${formatDate(since)}: lowest ${formatPrice(lowest.price)}, last ${formatPrice(last.price)}.`
  }
  if (isSteady) return `Checked since ${formatDate(since)}: always ${formatPrice(lowest.price)}.`
  return `Checked since ${formatDate(since)}: lowest ${formatPrice(lowest.price)}, on ${formatDate(lowest.to)}.`
}

/** '¥219.00' */
export function formatPrice(price: number): string {
  return `¥${formatYuan(price)}`
}
