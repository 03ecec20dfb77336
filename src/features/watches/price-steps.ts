import { formatDate } from '#shared/format-date.ts'
import { formatYuan } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import type { PriceHistory, PriceSpan } from './contract.ts'

/** In px: the picture's size and the field within. */
export type Field = {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}
export type Step = { x1: number; x2: number; y: number; isOut: boolean }
export type Mark = { x: number; y: number; text: string; anchor: 'start' | 'end'; isAbove: boolean }
export type StepPicture = {
  steps: Step[]
  /** Where one price followed another without time between. */
  rises: { x: number; y1: number; y2: number }[]
  ticks: { x: number; isLong: boolean }[]
  marks: Mark[]
}

/** A single look is drawn as wide, and spans closer than that touch. */
const dot = 4

/** Prices over time, from the first observation to `now` in ms; gaps are left empty. */
export function pictureOf(spans: readonly PriceSpan[], field: Field, now: number): StepPicture {
  const begin = Date.parse(spans[0]?.from ?? '')
  const length = Math.max(now, ...spans.map(({ to }) => Date.parse(to))) - begin || 1
  const prices = spans.map(({ price }) => price)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const [width, height] = [field.right - field.left, field.bottom - field.top]
  const xOf = (moment: number) => round(field.left + (width * (moment - begin)) / length)
  const yOf = (price: number) =>
    most === least
      ? round(field.top + height / 2)
      : round(field.bottom - (height * (price - least)) / (most - least))
  const steps = spans.map(({ from, to, price, inStock }): Step => {
    const x1 = Math.min(xOf(Date.parse(from)), field.right - dot)
    return { x1, x2: Math.max(xOf(Date.parse(to)), x1 + dot), y: yOf(price), isOut: inStock === false }
  })
  return {
    steps,
    rises: risesOf(steps),
    ticks: ticksOf(begin, begin + length, width).map(({ at, isLong }) => ({ x: xOf(at), isLong })),
    marks: marksOf(spans, steps, field),
  }
}

function risesOf(steps: readonly Step[]): StepPicture['rises'] {
  return steps.flatMap((step, at) => {
    const next = steps[at + 1]
    if (!next || next.x1 - step.x2 > dot || next.y === step.y) return []
    return [{ x: next.x1, y1: step.y, y2: next.y }]
  })
}

/** A short tick each day, week, month or more, whatever leaves 4 px between two; each fifth is long. */
function ticksOf(begin: number, end: number, width: number) {
  const days = (end - begin) / DAY_MS
  const step = [1, 7, 30, 90, 365].find((count) => (width * count) / days >= 4) ?? 3650
  const count = Math.floor(days / step)
  return Array.from({ length: count + 1 }, (_, at) => ({
    at: begin + at * step * DAY_MS,
    isLong: at % 5 === 0,
  }))
}

/** The lowest and, where it is another, the highest price, each where it was seen last. */
function marksOf(spans: readonly PriceSpan[], steps: readonly Step[], { left, right }: Field): Mark[] {
  const { lowest, highest } = extremes(spans)
  const mark = (at: number, isAbove: boolean): Mark[] => {
    const [span, step] = [spans[at], steps[at]]
    if (!span || !step) return []
    const isLeft = (step.x1 + step.x2) / 2 < (left + right) / 2
    const x = isLeft ? step.x1 : step.x2
    return [{ x, y: step.y, text: amount(span.price), anchor: isLeft ? 'start' : 'end', isAbove }]
  }
  const low = mark(lowest, false)
  return spans[highest]?.price === spans[lowest]?.price ? low : [...mark(highest, true), ...low]
}

/** Which of the spans are the newest with the lowest and with the highest price. */
function extremes(spans: readonly PriceSpan[]): { lowest: number; highest: number } {
  const prices = spans.map(({ price }) => price)
  return {
    lowest: prices.lastIndexOf(Math.min(...prices)),
    highest: prices.lastIndexOf(Math.max(...prices)),
  }
}

/** More than one observation; a single one is shown as text only. */
export function isDrawn({ spans: [first, ...others] }: PriceHistory): boolean {
  return first !== undefined && (others.length > 0 || first.from !== first.to)
}

/** The history in a sentence or two; undefined where there is none. */
export function historyWords(history: PriceHistory): string | undefined {
  const { since, spans } = history
  const lowest = spans[extremes(spans).lowest]
  if (since === null || !lowest) return undefined
  if (!isDrawn(history)) return `Seen once, on ${formatDate(since)}: ${amount(lowest.price)}.`
  const isSteady = spans.every(({ price }) => price === lowest.price)
  if (isSteady) return `Seen since ${formatDate(since)}. Always ${amount(lowest.price)}.`
  return `Seen since ${formatDate(since)}. Lowest ${amount(lowest.price)} on ${formatDate(lowest.to)}.`
}

/** '¥219.00' */
export function amount(price: number): string {
  return `¥${formatYuan(price)}`
}

function round(px: number): number {
  return Math.round(px * 10) / 10
}
