import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#shared/time.ts'
import type { PriceHistory, PriceSpan } from './contract.ts'
import { computePriceChart, describeHistory, isDrawn } from './price-chart.ts'

const span = (from: string, to: string, price: number, inStock: boolean | null = true): PriceSpan => ({
  from: `${from}T12:00:00.000Z`,
  to: `${to}T12:00:00.000Z`,
  price,
  inStock,
})
const createHistory = (...spans: PriceSpan[]): PriceHistory => ({ since: spans[0]?.from ?? null, spans })
const area = { width: 440, height: 160, left: 20, right: 420, top: 30, bottom: 130 }
const now = Date.parse('2026-11-30T12:00:00Z')

describe('the sentence of a price history', () => {
  test.each([
    [
      'says since when the item is checked, and the lowest price',
      [
        span('2026-11-19', '2026-11-20', 259),
        span('2026-11-21', '2026-11-22', 219),
        span('2026-11-25', '2026-11-25', 239),
      ],
      'Checked since 19 Nov 2026: lowest ¥219.00, on 22 Nov 2026.',
    ],
    [
      'says when the lowest price was observed last',
      [
        span('2026-11-01', '2026-11-02', 219),
        span('2026-11-03', '2026-11-03', 259),
        span('2026-11-04', '2026-11-04', 219),
      ],
      'Checked since 1 Nov 2026: lowest ¥219.00, on 4 Nov 2026.',
    ],
    [
      'says that the price never changed',
      [span('2026-11-01', '2026-11-20', 35.5)],
      'Checked since 1 Nov 2026: always ¥35.50.',
    ],
    [
      'says the price of a single observation',
      [span('2026-11-01', '2026-11-01', 35.5)],
      'Checked once, on 1 Nov 2026: ¥35.50.',
    ],
  ])('%s', (_what, spans, sentence) => {
    expect(describeHistory(createHistory(...spans))).toBe(sentence)
  })

  test('is undefined without observations', () => {
    expect(describeHistory(createHistory())).toBeUndefined()
    expect(isDrawn(createHistory())).toBe(false)
    expect(isDrawn(createHistory(span('2026-11-01', '2026-11-01', 1)))).toBe(false)
    expect(isDrawn(createHistory(span('2026-11-01', '2026-11-02', 1)))).toBe(true)
  })

  test('replaces the chart when all observations are from one day', () => {
    const day = createHistory(span('2026-11-01', '2026-11-01', 118), span('2026-11-01', '2026-11-01', 124))
    expect(isDrawn(day)).toBe(false)
    expect(describeHistory(day)).toBe('Checked on 1 Nov 2026: lowest ¥118.00, last ¥124.00.')
  })
})

describe('the chart of a price history', () => {
  const spans = [
    span('2026-11-20', '2026-11-22', 300),
    span('2026-11-25', '2026-11-25', 200, false),
    span('2026-11-26', '2026-11-30', 250, null),
  ]
  const chart = computePriceChart(spans, area, now)

  test('has a line for each span and gaps between them', () => {
    expect(chart.steps).toEqual([
      { x1: 20, x2: 100, y: 30, isOut: false },
      { x1: 220, x2: 224, y: 130, isOut: true },
      { x1: 260, x2: 420, y: 80, isOut: false },
    ])
    expect(chart.rises).toEqual([])
  })

  test('labels the highest and the lowest price', () => {
    expect(chart.marks).toEqual([
      { x: 20, y: 30, text: '¥300.00', anchor: 'start', isAbove: true },
      { x: 224, y: 130, text: '¥200.00', anchor: 'end', isAbove: false },
    ])
  })

  test('has a tick for each day from the first observation to today', () => {
    expect(chart.ticks).toHaveLength(11)
    expect([chart.ticks[0], chart.ticks.at(-1)]).toEqual([
      { x: 20, isLong: true },
      { x: 420, isLong: true },
    ])
  })

  test('connects prices that follow each other without a gap', () => {
    const adjacentSpans = [span('2026-01-01', '2026-06-01', 1), span('2026-06-02', '2026-11-30', 2)]
    const { steps, rises } = computePriceChart(adjacentSpans, area, now)
    expect(rises).toEqual([{ x: steps[1]?.x1, y1: 130, y2: 30 }])
  })

  test('stays inside the plot area for one price, years of observations, a slow clock and 400 spans', () => {
    const manySpans = Array.from({ length: 400 }, (_, index) => {
      const moment = new Date(Date.parse('2020-01-01T00:00:00Z') + index * 6.3 * DAY_MS).toISOString()
      return { from: moment, to: moment, price: 100 + ((index * 37) % 60), inStock: null }
    })
    for (const [testedSpans, testedNow] of [
      [[span('2026-11-01', '2026-11-20', 5)], now],
      [manySpans, now],
      [manySpans, 0],
      [[span('2026-11-30', '2026-11-30', 5)], now],
    ] as const) {
      const { steps, ticks, marks } = computePriceChart(testedSpans, area, testedNow)
      const xs = [
        ...steps.flatMap(({ x1, x2 }) => [x1, x2]),
        ...ticks.map(({ x }) => x),
        ...marks.map(({ x }) => x),
      ]
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(20)
      expect(Math.max(...xs)).toBeLessThanOrEqual(420)
      for (const { y } of steps) expect(y >= 30 && y <= 130).toBe(true)
      expect(ticks.length).toBeLessThan(110)
    }
  })
})
