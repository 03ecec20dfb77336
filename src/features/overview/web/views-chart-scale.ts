import { monthNames } from '#shared/format/format-date.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import type { Overview } from '../contract.ts'

export type DayViews = Overview['views'][number]

/** Round numbers that a scale is cut by, times a power of ten. */
const roundSteps = [1, 2, 2.5, 4, 5, 8, 10]

/** The lines of a scale from 0 on, three or four of them above it, at most at `highest`; views are whole. */
export function computeTicks(highest: number): number[] {
  const wanted = Math.max(1, highest / 3)
  const power = 10 ** Math.floor(Math.log10(wanted))
  const factor = roundSteps.findLast((step) => step * power <= wanted && Number.isInteger(step * power)) ?? 1
  const step = factor * power
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, line) => line * step)
}

/** '3 Nov', of a UTC day. */
export function formatDay(day: string): string {
  const date = new Date(day)
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]}`
}

/** 0 is Sunday, as the calendar of computers has it. */
function getWeekday(day: string): number {
  return new Date(day).getUTCDay()
}

export function isWeekend(day: string): boolean {
  return getWeekday(day) % 6 === 0
}

/** A week begins. */
export function isMonday(day: string): boolean {
  return getWeekday(day) === 1
}

/** Every day's views added up. */
export function sumViews(views: DayViews[]): number {
  return views.reduce((sum, day) => sum + day.views, 0)
}

/** The day with the most views, the latest of several; undefined when there were none. */
export function findPeak(views: DayViews[]): DayViews | undefined {
  const highest = Math.max(0, ...views.map((day) => day.views))
  return highest === 0 ? undefined : views.findLast((day) => day.views === highest)
}

/** The whole chart as text. */
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
