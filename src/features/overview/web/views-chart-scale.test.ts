import { describe, expect, test } from 'vitest'
import {
  computeTicks,
  describeChart,
  findPeak,
  formatDay,
  isMonday,
  isWeekend,
  sumViews,
} from './views-chart-scale.ts'

const views = [812, 655, 610, 1204, 472].map((count, index) => ({
  day: `2026-11-0${index + 1}`,
  views: count,
}))

describe('the lines of the scale', () => {
  test.each([
    [0, [0]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6]],
    [10, [0, 2, 4, 6, 8, 10]],
    [100, [0, 25, 50, 75, 100]],
    [1204, [0, 400, 800, 1200]],
    [99_999, [0, 25_000, 50_000, 75_000]],
  ])('up to %i are %j', (highest, lines) => {
    expect(computeTicks(highest)).toEqual(lines)
  })

  test('are whole numbers, few, and never above the highest value', () => {
    for (let highest = 1; highest < 5000; highest += 7) {
      const lines = computeTicks(highest)
      expect(lines.every(Number.isInteger)).toBe(true)
      expect(lines.length).toBeGreaterThan(1)
      expect(lines.length).toBeLessThan(8)
      expect(lines.at(-1)).toBeLessThanOrEqual(highest)
    }
  })
})

test('uses UTC days', () => {
  expect(formatDay('2026-11-03')).toBe('3 Nov')
  expect(['2026-10-31', '2026-11-01', '2026-11-02'].map(isWeekend)).toEqual([true, true, false])
  expect(['2026-11-01', '2026-11-02', '2026-11-03'].map(isMonday)).toEqual([false, true, false])
})

test('describes the chart as text', () => {
  expect(describeChart(views)).toBe(
    'Views a day, 1 Nov to 5 Nov. Lowest 610, highest 1,204 on 4 Nov, today so far 472. Total 3,753.',
  )
  const none = views.map(({ day }) => ({ day, views: 0 }))
  expect(describeChart(none)).toBe('Views a day: none in the last 30 days.')
  expect([sumViews(none), findPeak(none)]).toEqual([0, undefined])
})

test('finds the latest of several highest days', () => {
  expect(findPeak([...views, { day: '2026-11-06', views: 1204 }])?.day).toBe('2026-11-06')
})
