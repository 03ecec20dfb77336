import { monthNames } from '#shared/format/format-date.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import type { Overview } from '../contract.ts'

export type DayViews = Overview['views'][number]

/** Possible steps of a scale, times a power of ten. */
const roundSteps = [1, 2, 2.5, 4, 5, 8, 10]

/** The lines of a scale: 0 and three or four whole numbers above it, none above `highest`. */
export function computeTicks(highest: number): number[] {
  const targetStep = Math.max(1, highest / 3)
  const power = 10 ** Math.floor(Math.log10(targetStep))
  const factor =
    roundSteps.findLast((step) => step * power <= targetStep && Number.isInteger(step * power)) ?? 1
  const step = factor * power
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, line) => line * step)
}

/** '3 Nov', of a UTC day. */
export function formatDay(day: string): string {
  const date = new Date(day)
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]}`
}

/** The weekday of a UTC day; 0 is Sunday. */
function getWeekday(day: string): number {
  return new Date(day).getUTCDay()
}

export function isWeekend(day: string): boolean {
  return getWeekday(day) % 6 === 0
}

/** Whether a week begins on a UTC day. */
export function isMonday(day: string): boolean {
  return getWeekday(day) === 1
}

/** The sum of all days' views. */
export function sumViews(views: DayViews[]): number {
  return views.reduce((sum, day) => sum + day.views, 0)
}

/** The day with the most views, the latest if there are several; undefined when there are no views. */
export function findPeak(views: DayViews[]): DayViews | undefined {
  const highest = Math.max(0, ...views.map((day) => day.views))
  return highest === 0 ? undefined : views.findLast((day) => day.views === highest)
}

/** Describes the chart as text. */
export function describeChart(views: DayViews[]): string {
  const [first, today] = [views.at(0), views.at(-1)]
  const peak = findPeak(views)
  if (!first || !today || !peak) return 'Views a day: none in the last 30 days.'
  const lowest = Math.min(...views.slice(0, -1).map((day) => day.views))
  return [
    `Views a day, ${formatDay(first.day)} to ${formatDay(today.day)}.`,
    `Lowest ${formatNumber(lowest)}, highest ${formatNumber(peak.views)} on ${formatDay(peak.day)},`,
    `today so far ${formatNumber(today.views)}. Total ${formatNumber(sumViews(views))}.`,
  ].join(' ')
}
