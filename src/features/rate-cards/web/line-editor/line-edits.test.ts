import { describe, expect, it } from 'vitest'
import type { ShippingLine } from '#features/freight/rate-card.ts'
import { applyEdits, findFaults, getChanges, getTextAt, type TypedTexts, toFieldPath } from './line-edits.ts'
import { listAllFields } from './line-fields.ts'

const line: ShippingLine = {
  id: 'ems',
  name: 'EMS',
  transit: { min: 7, max: 20 },
  weight: { min: 1, max: 30000 },
  dimensions: { maxSide: 150, box: null, text: 'Longest side <= 150 cm' },
  fees: {},
  rates: [
    {
      countries: ['US'],
      tiers: [
        { upTo: 2000, mode: 'step', weightFirst: 500, feeFirst: 186, weightContinue: 500, feeContinue: 57.9 },
        {
          upTo: null,
          mode: 'ladder',
          weightFirst: 500,
          feeFirst: 200,
          segments: [{ weightContinue: 100, feeContinue: 9.5 }],
        },
      ],
      check: { weight: 600, freight: 243.9 },
    },
    { countries: ['DE', 'FR'], tiers: [{ mode: 'prorata', weightFirst: 0, feeFirst: 20 }] },
  ],
}
const fields = listAllFields(line)
const findTestFaults = (typed: TypedTexts) => findFaults(line, typed, fields)
const editTestLine = (typed: TypedTexts) => applyEdits(line, typed, fields)

describe('the fields of a line', () => {
  it.each([
    ['active', 'true'],
    ['transit.max', '20'],
    ['weight.max', '30000'],
    ['dimensions.maxSide', '150'],
    ['dimensions.box', ''],
    ['fees.fuelPercent', ''],
    ['rates.0.tiers.0.feeContinue', '57.9'],
    ['rates.0.tiers.1.upTo', ''],
    ['rates.0.tiers.1.segments.0.feeContinue', '9.5'],
    ['rates.1.transit.min', ''],
  ])('%s holds %j', (path, text) => {
    expect(getTextAt(line, path)).toBe(text)
  })

  it('are all there, each once', () => {
    const names = fields.map(({ path }) => path)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('rates.0.tiers.1.segments.0.weightContinue')
    expect(names).toContain('rates.1.fees.fuelPercent')
  })
})

describe('a line that was edited', () => {
  it('is the same when nothing was', () => {
    expect(editTestLine({ 'transit.min': ' 7 ' })).toEqual(line)
    expect(getChanges(line, { 'transit.min': ' 7 ', active: 'true' })).toEqual({})
  })

  it('has the figure at its place, and everything else as it was', () => {
    const next = editTestLine({ 'rates.0.tiers.0.feeFirst': '199.5', active: 'false' })
    expect(next).toEqual({
      ...line,
      active: false,
      rates: [
        {
          ...line.rates[0],
          tiers: [{ ...line.rates[0]?.tiers[0], feeFirst: 199.5 }, line.rates[0]?.tiers[1]],
        },
        line.rates[1],
      ],
    })
    expect(line.rates[0]?.tiers[0]?.feeFirst).toBe(186)
  })

  it.each<[string, TypedTexts, (next: ShippingLine) => unknown, unknown]>([
    [
      'an end that was emptied is none',
      { 'rates.0.tiers.0.upTo': '' },
      (next) => next.rates[0]?.tiers[0]?.upTo,
      null,
    ],
    [
      'days that were emptied are gone',
      { 'transit.min': '', 'transit.max': '' },
      (next) => 'transit' in next,
      false,
    ],
    ['a limit that was emptied is gone', { 'weight.max': '' }, (next) => next.weight, { min: 1 }],
    [
      'a box is three sides',
      { 'dimensions.box': '60 x 40×40.5' },
      (next) => next.dimensions?.box,
      [60, 40, 40.5],
    ],
    [
      'a row gets what it did not have',
      { 'rates.1.fees.fuelPercent': '24.5' },
      (next) => next.rates[1]?.fees,
      { fuelPercent: 24.5 },
    ],
    [
      'a price of a section',
      { 'rates.0.tiers.1.segments.0.feeContinue': '10' },
      (next) => next.rates[0]?.tiers[1]?.segments,
      [{ weightContinue: 100, feeContinue: 10 }],
    ],
    [
      'a box with commas and full-width digits',
      { 'dimensions.box': '60 ｘ ４０,5*30' },
      (next) => next.dimensions?.box,
      [60, 40.5, 30],
    ],
    [
      'a comma is the point of decimals',
      { 'fees.fuelPercent': '24,5' },
      (next) => next.fees?.fuelPercent,
      24.5,
    ],
    [
      'a price may have thousands beside decimals',
      { 'rates.0.tiers.0.feeFirst': '1.186,50' },
      (next) => next.rates[0]?.tiers[0]?.feeFirst,
      1186.5,
    ],
    ['a whole number may have thousands', { 'weight.max': '31.500' }, (next) => next.weight?.max, 31500],
    ['words stay words', { 'dimensions.text': '150' }, (next) => next.dimensions?.text, '150'],
  ])('%s', (_name, typed, read, wanted) => {
    expect(read(editTestLine(typed))).toEqual(wanted)
  })
})

describe('a fault', () => {
  it.each([
    ['rates.0.tiers.0.feeFirst', '1,200', 'First fee must be a number with up to six decimals, like 12.50.'],
    ['rates.0.tiers.0.feeFirst', '-1', 'First fee must be a number with up to six decimals, like 12.50.'],
    ['rates.0.tiers.0.feeFirst', '1e3', 'First fee must be a number with up to six decimals, like 12.50.'],
    ['rates.0.tiers.0.feeFirst', '', 'First fee is required.'],
    ['rates.0.tiers.0.weightFirst', '0.5', 'First weight is a whole number, like 500.'],
    ['weight.max', '30 kg', 'Maximum weight is a whole number, like 500.'],
    ['fees.fuelPercent', '101', 'Fuel is a percentage from 0 to 100, like 24.5.'],
    ['dimensions.maxSide', '0', 'Longest side is a number of centimetres above 0, like 150.'],
    ['dimensions.box', '60 x 40', 'Box must be three sides in centimetres, like 60 x 40 x 40.'],
    ['transit.max', '6', '6 is less than 7.'],
    ['transit.min', '', 'Enter both days or neither.'],
    ['rates.1.transit.min', '5', 'Enter both days or neither.'],
  ])('at %s with %j: %s', (path, text, sentence) => {
    expect(findTestFaults({ [path]: text }).map((fault) => fault.text)).toEqual([sentence])
  })

  it.each([
    ['rates.0.tiers.0.feeFirst', '0.000001'],
    ['fees.fuelPercent', '0'],
    ['dimensions.maxSide', ''],
    ['weight.min', ''],
  ])('is none at %s with %j', (path, text) => {
    expect(findTestFaults({ [path]: text })).toEqual([])
  })
})

it.each([
  ['line.rates.0.tiers.1.upTo', 'rates.0.tiers.1.upTo'],
  ['lines[3].rates[0].tiers[1].upTo', 'rates.0.tiers.1.upTo'],
  ['lines.3.weight.max', 'weight.max'],
])("the server's %s is our %s", (field, path) => {
  expect(toFieldPath(field)).toBe(path)
})
