import { expect, test } from 'vitest'
import { parseTypedMeasure } from './typed-measure.ts'

test.each([
  ['1,5 kg', ['1500']],
  ['1.5kg', ['1500']],
  ['１，５ｋｇ', ['1500']],
  ['1.5 ㎏', ['1500']],
  ['2 KG', ['2000']],
  ['600g', ['600']],
  ['600 gr.', ['600']],
  ['0,0005 kg', ['0.5']],
  ['1,200 g', ['1200', '1.200']],
  ['1,200 kg', ['1200000', '1200']],
  ['1 lb', ['453.59237']],
  ['2 lbs', ['907.18474']],
  ['1.5oz', ['42.5242846875']],
  ['1,5', ['1.5']],
  ['1.200', ['1200', '1.200']],
])('reads %s in grams as %j', (text, values) => {
  const [value, secondValue] = parseTypedMeasure(text, 'g')
  expect([value, secondValue].filter((part) => part !== undefined).map(Number)).toEqual(values.map(Number))
})

test.each([
  ['30,5 cm', ['30.5']],
  ['340mm', ['34']],
  ['5 mm', ['0.5']],
  ['34', ['34']],
])('reads %s in cm as %j', (text, values) => {
  expect(parseTypedMeasure(text, 'cm')).toEqual(values)
})

test.each(['kg', '1,2,3 kg', '5 kg 3', '-1 kg', '1 2 kg', '1e3 g', '5 constructor', '5 km'])(
  'keeps %s, which is no weight, as it was typed',
  (text) => {
    expect(parseTypedMeasure(text, 'g')).toEqual([text])
  },
)

test('reads no weight in a field for centimeters', () => {
  expect(parseTypedMeasure('5 kg', 'cm')).toEqual(['5 kg'])
})
