import { describe, expect, test } from 'vitest'
import { createCurveFrame, createPriceAxis, createWeightAxis } from './curve-scale.ts'

const wide = createCurveFrame(1168)
const narrow = createCurveFrame(280)
const getLabels = (axis: { ticks: { label?: string }[] }) =>
  axis.ticks.flatMap(({ label }) => (label === undefined ? [] : [label]))

describe('weights', () => {
  test('go from 0 to well beyond the parcel', () => {
    const axis = createWeightAxis(wide, { unroundedGrams: 1796, next: 2001, end: 68_000 })
    expect(getLabels(axis)).toEqual(['0', '1 kg', '2 kg', '3 kg', '4 kg', '5 kg'])
    expect(axis.toPx(0)).toBe(wide.left)
    expect(axis.toPx(axis.to)).toBe(wide.right)
    expect(axis.ticks.filter(({ isLong }) => isLong)).toHaveLength(11)
  })

  test('go less far where there is less room', () => {
    const axis = createWeightAxis(narrow, { unroundedGrams: 1796, next: 2001, end: 68_000 })
    expect(getLabels(axis)).toEqual(['0', '1 kg', '2 kg', '3 kg'])
    expect(axis.to).toBe(3500)
  })

  test('are grams for a light parcel', () => {
    expect(getLabels(createWeightAxis(wide, { unroundedGrams: 1, end: 2000 }))).toEqual([
      '0',
      '100 g',
      '200 g',
      '300 g',
      '400 g',
    ])
  })

  test('end soon after the heaviest parcel of the line', () => {
    expect(createWeightAxis(wide, { unroundedGrams: 1900, end: 2000 }).to).toBe(2250)
    expect(createWeightAxis(wide, { unroundedGrams: 29_500, end: 30_000 }).to).toBe(35_000)
  })

  test('hold the next step, however far it is, and a parcel beyond the end', () => {
    for (const frame of [wide, narrow]) {
      expect(createWeightAxis(frame, { unroundedGrams: 600, next: 20_501, end: 70_000 }).to).toBeGreaterThan(
        20_501,
      )
      expect(createWeightAxis(frame, { unroundedGrams: 45_000, end: 30_000 }).to).toBeGreaterThan(45_000)
    }
  })

  test.for([1, 40, 95, 500, 1240, 2000, 9999, 30_000, 70_000, 1_000_000])(
    'have few words and ticks that can be told apart: %i g',
    (unroundedGrams) => {
      for (const frame of [wide, narrow, createCurveFrame(600), createCurveFrame(500)]) {
        const axis = createWeightAxis(frame, { unroundedGrams, end: Number.POSITIVE_INFINITY })
        expect(getLabels(axis).length).toBeGreaterThanOrEqual(2)
        expect(getLabels(axis).length).toBeLessThanOrEqual(7)
        const gaps = axis.ticks.slice(1).map(({ at }, index) => at - (axis.ticks[index]?.at ?? 0))
        expect(Math.min(...gaps)).toBeGreaterThan(2.4)
        expect(axis.ticks.some(({ isLong }) => isLong)).toBe(true)
      }
    },
  )
})

describe('prices', () => {
  test('are round, with the sign on the highest one', () => {
    expect(getLabels(createPriceAxis(wide, 230.01, 701.5, '¥'))).toEqual(['200', '400', '600', '¥800'])
  })

  test('hold everything that is drawn', () => {
    for (const [least, most] of [
      [0, 1],
      [41.3, 41.3],
      [0.37, 0.52],
      [99_000, 102_000],
      [12, 3_000_000],
    ] as const) {
      const axis = createPriceAxis(wide, least, most, '$')
      expect(axis.toPx(least)).toBeLessThanOrEqual(wide.bottom + 0.01)
      expect(axis.toPx(most)).toBeGreaterThanOrEqual(wide.top - 0.01)
      expect(getLabels(axis).length).toBeGreaterThanOrEqual(1)
      expect(getLabels(axis).filter((label) => label.startsWith('$'))).toHaveLength(1)
    }
  })
})
