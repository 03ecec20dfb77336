import { expect, test } from 'vitest'
import { readMeasures } from './ParcelForm.tsx'

test.each([
  ['720', '', { grams: 720, size: null }],
  ['1,2 kg', '38 x 32 x 8', { grams: 1200, size: '38x32x8' }],
  ['', '38×32×8 cm', { grams: null, size: '38x32x8' }],
])('reads the weight %j and the size %j', (weight, size, measures) => {
  expect(readMeasures(weight, size)).toEqual(measures)
})

const wrongSize = 'Size must be like 38 x 32 x 8, in cm.'
const wrongWeight = 'Weight must be a number from 1 to 1,000,000 g.'

test.each([
  ['', '', { weight: 'Weight is required' }],
  ['heavy', '', { weight: wrongWeight }],
  ['0', 'large', { weight: wrongWeight, size: wrongSize }],
  ['720', '38 x 32', { size: wrongSize }],
  ['720', '38 x 32 x 1001', { size: wrongSize }],
  ['1.200', '', { weight: 'Did you mean 1,200 g or 1.2 g? Enter 1200 or 1.2.' }],
])('says what is wrong with the weight %j and the size %j', (weight, size, errors) => {
  expect(readMeasures(weight, size)).toEqual({ errors })
})
