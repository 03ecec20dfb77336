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
])('the calculator is told of %j', (product, search) => {
  expect(toEstimateSearch(product)).toEqual({
    weight: undefined,
    length: undefined,
    width: undefined,
    height: undefined,
    ...search,
  })
})

test.each([
  [{ weight: 1240, dimensions: '34x22x12' }, 'As the catalogue has it: 1,240 g, 34 x 22 x 12 cm.'],
  [{ weight: 1240, dimensions: null }, 'As the catalogue has it: 1,240 g. Its size is not known.'],
  [
    { weight: null, dimensions: '34x22x12' },
    'As the catalogue has it: 34 x 22 x 12 cm. Its weight is not known.',
  ],
  [{ weight: null, dimensions: null }, 'Nobody has told us its weight and size yet.'],
  [null, 'Nobody has told us its weight and size yet.'],
])('what is known of %j is said with its source', (product, words) => {
  expect(describeMeasurements(product)).toBe(words)
})
