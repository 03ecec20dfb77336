import { expect, test } from 'vitest'
import { describeMeasurements, toEstimateSearch } from './estimate-prefill.ts'

test.each([
  [
    { weight: 1240, dimensions: '34x22x12' },
    { weight: '1240', length: '34', width: '22', height: '12' },
  ],
  [{ weight: 1240, dimensions: null }, { weight: '1240' }],
  [
    { weight: null, dimensions: '4.5 × 4.5 x 1' },
    { length: '4.5', width: '4.5', height: '1' },
  ],
  [{ weight: null, dimensions: 'large' }, {}],
  [null, {}],
])('returns the search of the calculator for %j', (product, search) => {
  expect(toEstimateSearch(product)).toEqual({
    weight: undefined,
    length: undefined,
    width: undefined,
    height: undefined,
    ...search,
  })
})

test.each([
  [{ weight: 1240, dimensions: '34x22x12' }, 'Listed as 1,240 g, 34 x 22 x 12 cm.'],
  [{ weight: 1240, dimensions: null }, 'Listed as 1,240 g. Size unknown.'],
  [{ weight: 720, dimensions: null, isReadByMember: true }, '720 g as the member read it. Size unknown.'],
  [{ weight: null, dimensions: '34x22x12' }, 'Listed as 34 x 22 x 12 cm. Weight unknown.'],
  [{ weight: null, dimensions: null }, "We don't know its weight or size yet."],
  [null, "We don't know its weight or size yet."],
])('describes the known and unknown measurements of %j', (product, description) => {
  expect(describeMeasurements(product)).toBe(description)
})
