import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/time.ts'
import { ViewsChart } from './ViewsChart.tsx'

/** Of the widest date, '23 Nov', at the chart's size of letters. */
const dateWidth = 40

/** Thirty days without views, the last one given. */
function createViews(today: string) {
  return Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.parse(today) - (29 - index) * DAY_MS).toISOString().slice(0, 10),
    views: 0,
  }))
}

test.each([23, 24, 25, 26, 27, 28, 29])(
  'keeps all dates inside the chart when today is %i November',
  (date) => {
    const charts = renderToStaticMarkup(<ViewsChart views={createViews(`2026-11-${date}`)} />)
      .split('<svg ')
      .slice(1)
    expect(charts).toHaveLength(2)
    for (const chart of charts) {
      const width = Number(/viewBox="0 0 (\d+) /.exec(chart)?.[1])
      const positions = [...chart.matchAll(/<text x="([\d.]+)"[^>]*>\d+ [A-Z]/g)].map(([, x]) => Number(x))
      expect(positions.length).toBeGreaterThanOrEqual(3)
      expect(Math.max(...positions) + dateWidth).toBeLessThanOrEqual(width)
    }
  },
)
