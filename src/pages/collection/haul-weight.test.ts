import { expect, test } from 'vitest'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { computeHaulWeight, describeKnownWeights } from './haul-weight.ts'

function createEntry(weight: number | null): CollectionEntry {
  return {
    _id: 'one',
    productCode: '652874751412',
    shopType: 'taobao',
    title: null,
    price: null,
    currency: 'CNY',
    imgList: [],
    qcImage: null,
    createdAt: '2026-11-21T00:00:00.000Z',
    weight,
    dimensions: null,
    priceNow: null,
  }
}

test.each([
  [[1240, 760, null], 2000, '2 of 3 items have a weight.'],
  [[1240, null], 1240, '1 of 2 items has a weight.'],
  [[1240, 760], 2000, 'All 2 items have a weight.'],
  [[1240], 1240, 'Its weight is known.'],
  [[null, null], 0, '0 of 2 items have a weight.'],
])('of %j the scale shows %i g: %s', (weights, grams, words) => {
  const weight = computeHaulWeight(weights.map(createEntry))
  expect(weight.grams).toBe(grams)
  expect(describeKnownWeights(weight)).toBe(words)
})
