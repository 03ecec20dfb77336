import { expect, test } from 'vitest'
import categories from '../built-in/categories.json' with { type: 'json' }
import { parcelLimits } from '../parcel.ts'
import { guessWeight, quickWeights } from './typical-weights.ts'

test('every category has a typical weight within the limits of parcels', () => {
  for (const { id, name } of categories.flatMap(({ children }) => children)) {
    const grams = guessWeight([id])
    expect(grams, name).toBeGreaterThanOrEqual(parcelLimits.minGrams)
    expect(grams, name).toBeLessThanOrEqual(parcelLimits.maxGrams)
  }
})

test('adds up the typical weights of categories and ignores unknown ones', () => {
  expect(guessWeight(['202', '102'])).toBe(2100)
  expect(guessWeight(['202', 'x'])).toBe(1300)
  expect(guessWeight(['x'])).toBe(undefined)
  expect(guessWeight([])).toBe(undefined)
})

test('offers four quick weights', () => {
  expect(quickWeights.map(({ name, grams }) => `${name} ${grams} g`)).toEqual([
    'T-shirt 250 g',
    'Hoodie 800 g',
    'Shoes 1200 g',
    'Jacket 1500 g',
  ])
})
