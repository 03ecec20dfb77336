import { expect, test } from 'vitest'
import categories from '../built-in/categories.json' with { type: 'json' }
import { parcelLimits } from '../parcel.ts'
import { kinds } from './kind.ts'
import { getTypicalGrams } from './typical-grams.ts'

const categoryIds = categories.flatMap(({ children }) => children.map(({ id }) => id))

test('every kind has one category of the list, a name of its own and a range of weights that parcels can have', () => {
  expect(kinds.length).toBeGreaterThanOrEqual(40)
  for (const { id, category, gramsFrom, gramsTo } of kinds) {
    expect([id, categoryIds.includes(category)]).toEqual([id, true])
    expect([id, gramsFrom >= parcelLimits.minGrams && gramsFrom < gramsTo]).toEqual([id, true])
  }
  for (const key of ['id', 'name', 'one', 'many'] as const)
    expect(new Set(kinds.map((kind) => kind[key])).size).toBe(kinds.length)
})

test.each([
  [{ gramsFrom: 550, gramsTo: 900 }, 730],
  [{ gramsFrom: 40, gramsTo: 110 }, 75],
  [{ gramsFrom: 8, gramsTo: 50 }, 30],
  [{ gramsFrom: 180, gramsTo: 400 }, 290],
])('the typical weight of %j is %i g', (range, grams) => {
  expect(getTypicalGrams(range)).toBe(grams)
})

test('the typical weight of every kind lies in its range', () => {
  for (const kind of kinds) {
    expect(getTypicalGrams(kind)).toBeGreaterThan(kind.gramsFrom)
    expect(getTypicalGrams(kind)).toBeLessThan(kind.gramsTo)
  }
})
