import { describe, expect, test } from 'vitest'
import { createCurveFrame, createPriceAxis, createWeightAxis } from './curve-scale.ts'

const wide = createCurveFrame(1168)
const narrow = createCurveFrame(280)
const getLabels = (axis: { ticks: { label?: string }[] }) =>
  axis.ticks.flatMap(({ label }) => (label === undefined ? [] : [label]))

describe('weights', () => {
  test('the axis of weights goes from 0 to more than twice the weight of the parcel', () => {
    const axis = createWeightAxis(wide, { unroundedGrams: 1796, nextStepGrams: 2001, maxGrams: 68_000 })
    expect(getLabels(axis)).toEqual(['0', '1 kg', '2 kg', '3 kg', '4 kg', '5 kg'])
    expect(axis.toPx(0)).toBe(wide.left)
    expect(axis.toPx(axis.to)).toBe(wide.right)
    expect(axis.ticks.filter(({ isLong }) => isLong)).toHaveLength(11)
  })

  test('the axis of weights is shorter when the drawing is narrow', () => {
    const axis = createWeightAxis(narrow, { unroundedGrams: 1796, nextStepGrams: 2001, maxGrams: 68_000 })
    expect(getLabels(axis)).toEqual(['0', '1 kg', '2 kg', '3 kg'])
    expect(axis.to).toBe(3500)
  })

  test('the labels are in grams for a light parcel', () => {
    expect(getLabels(createWeightAxis(wide, { unroundedGrams: 1, maxGrams: 2000 }))).toEqual([
      '0',
      '100 g',
      '200 g',
      '300 g',
      '400 g',
    ])
  })

  test('the axis of weights ends soon after the maximum weight of the line', () => {
    expect(createWeightAxis(wide, { unroundedGrams: 1900, maxGrams: 2000 }).to).toBe(2250)
    expect(createWeightAxis(wide, { unroundedGrams: 29_500, maxGrams: 30_000 }).to).toBe(35_000)
  })

  test('the axis of weights includes a distant next step and a parcel above the maximum weight', () => {
    for (const frame of [wide, narrow]) {
      expect(
        createWeightAxis(frame, { unroundedGrams: 600, nextStepGrams: 20_501, maxGrams: 70_000 }).to,
      ).toBeGreaterThan(20_501)
      expect(createWeightAxis(frame, { unroundedGrams: 45_000, maxGrams: 30_000 }).to).toBeGreaterThan(45_000)
    }
  })

  test.for([1, 40, 95, 500, 1240, 2000, 9999, 30_000, 70_000, 1_000_000])(
    'the axis has few labels and ticks with enough distance for %i g',
    (unroundedGrams) => {
      for (const frame of [wide, narrow, createCurveFrame(600), createCurveFrame(500)]) {
        const axis = createWeightAxis(frame, { unroundedGrams, maxGrams: Number.POSITIVE_INFINITY })
        expect(getLabels(axis).length).toBeGreaterThanOrEqual(2)
        expect(getLabels(axis).length).toBeLessThanOrEqual(7)
        const gaps = axis.ticks.slice(1).map(({ px }, index) => px - (axis.ticks[index]?.px ?? 0))
        expect(Math.min(...gaps)).toBeGreaterThan(2.4)
        expect(axis.ticks.some(({ isLong }) => isLong)).toBe(true)
      }
    },
  )
})

describe('prices', () => {
  test('the labels of prices are round, with the currency sign on the highest one', () => {
    expect(getLabels(createPriceAxis(wide, 230.01, 701.5, '¥'))).toEqual(['200', '400', '600', '¥800'])
  })

  test('the axis of prices includes the lowest and the highest price', () => {
    for (const [lowest, highest] of [
      [0, 1],
      [41.3, 41.3],
      [0.37, 0.52],
      [99_000, 102_000],
      [12, 3_000_000],
    ] as const) {
      const axis = createPriceAxis(wide, lowest, highest, '$')
      expect(axis.toPx(lowest)).toBeLessThanOrEqual(wide.bottom + 0.01)
      expect(axis.toPx(highest)).toBeGreaterThanOrEqual(wide.top - 0.01)
      expect(getLabels(axis).length).toBeGreaterThanOrEqual(1)
      expect(getLabels(axis).filter((label) => label.startsWith('$'))).toHaveLength(1)
    }
  })
})
