import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import { type EstimateRequestField, parseEstimateRequest } from './estimate-request.ts'

const choices = { countries, categories, currencies: ['CNY', 'EUR', 'JPY'] }
const validInput = { destination: 'DE', weight: 1240, length: '34', width: 22, height: '12', features: '202' }

function listErrors(input: Record<string, unknown>): [EstimateRequestField, string][] {
  const result = parseEstimateRequest(input, choices)
  return result.ok ? [] : result.errors.map(({ field, message }) => [field, message])
}

function parseValid(input: Record<string, unknown>) {
  const result = parseEstimateRequest(input, choices)
  return result.ok ? result.request : undefined
}

test('parseEstimateRequest reads a complete request', () => {
  expect(parseEstimateRequest({ ...validInput, currency: ' eur ' }, choices)).toEqual({
    ok: true,
    request: {
      destination: 'DE',
      grams: 1240,
      sidesMm: [340, 220, 120],
      categories: ['202'],
      currency: 'EUR',
    },
  })
})

test('requires only destination and weight', () => {
  const blanks = { length: '', width: null, height: ' ', features: '', currency: undefined }
  for (const input of [{}, blanks])
    expect(parseEstimateRequest({ destination: 'de', weight: ' 600 ', ...input }, choices)).toEqual({
      ok: true,
      request: { destination: 'DE', grams: 600, sidesMm: [], categories: [] },
    })
})

describe('destination', () => {
  test.each([undefined, null, '', '  '])('requires a destination, not %j', (destination) => {
    expect(listErrors({ ...validInput, destination })).toEqual([['destination', 'Country is required']])
  })
  test.each(['ZZ', 'Nowhere', 49, true, ['DE'], { code: 'DE' }])(
    'rejects the destination %j',
    (destination) => {
      expect(listErrors({ ...validInput, destination })).toEqual([['destination', 'Unknown destination']])
    },
  )
})

describe('weight', () => {
  test.each([undefined, null, '', ' \t'])('requires a weight, not %j', (weight) => {
    expect(listErrors({ ...validInput, weight })).toEqual([['weight', 'Weight is required']])
  })
  const outOfRange = [
    0,
    -1,
    '-1',
    '+1',
    0.99,
    '0.999',
    1_000_001,
    '1000000.000001',
    Number.POSITIVE_INFINITY,
    '1e3',
    '1e309',
    1e21,
    Number.NaN,
  ]
  const notNumbers = [
    '1,5,0',
    '1 5',
    '0x10',
    '600 m',
    '1,5 kg 2',
    'abc',
    '.',
    [600],
    ['600'],
    {},
    true,
    false,
    '9'.repeat(400),
    '٦٠٠',
  ]
  test.each([...outOfRange, ...notNumbers])('rejects the weight %j', (weight) => {
    expect(listErrors({ ...validInput, weight })).toEqual([
      ['weight', 'Weight must be a number from 1 to 1,000,000 g.'],
    ])
  })
  test.each([
    [1, 1],
    ['1.0', 1],
    [1.01, 2],
    ['600.5', 601],
    [600.0000000001, 601],
    ['0600', 600],
    ['1000000.00', 1_000_000],
    [999_999.5, 1_000_000],
  ])('parses the weight %j as %i g', (weight, grams) => {
    expect(parseValid({ ...validInput, weight })?.grams).toBe(grams)
  })
})

describe('size', () => {
  test.each([
    ['length', 'Length must be a number from 0.1 to 1,000 cm.'],
    ['width', 'Width must be a number from 0.1 to 1,000 cm.'],
    ['height', 'Height must be a number from 0.1 to 1,000 cm.'],
  ] as const)('rejects an invalid %s', (field, message) => {
    for (const value of [
      0,
      '0',
      0.09,
      '0.0999999999999999999999',
      -5,
      1000.01,
      '1000.1',
      '1,5,0',
      '1e2',
      Number.POSITIVE_INFINITY,
      [5],
      true,
      'x',
      '5 kg',
      '2000000 mm',
    ])
      expect(listErrors({ ...validInput, [field]: value })).toEqual([[field, message]])
  })
  test.each([
    [0.1, 1],
    ['0.11', 2],
    [1.1, 11],
    ['34.01', 341],
    ['34,5 cm', 345],
    ['340mm', 340],
    [1000, 10_000],
  ])('parses a side of %j cm as %i mm', (length, sideMm) => {
    expect(parseValid({ ...validInput, length })?.sidesMm[0]).toBe(sideMm)
  })
  test('leaves out blank sides', () => {
    expect(parseValid({ ...validInput, width: '' })?.sidesMm).toEqual([340, 120])
  })
})

describe('features', () => {
  test('trims features and removes blank and repeated ones', () => {
    expect(parseValid({ ...validInput, features: ' 202, 101,,202 ,' })?.categories).toEqual(['202', '101'])
  })
  test.each([
    ['999', 'Unknown category: 999'],
    ['101, 5', 'Unknown category: 5'],
    ['#liquid', 'Unknown category: #liquid'],
    ['x'.repeat(5000), `Unknown category: ${'x'.repeat(20)}…`],
    [['101'], 'Features must be category ids joined by commas.'],
    [101, 'Features must be category ids joined by commas.'],
    [{}, 'Features must be category ids joined by commas.'],
  ])('rejects the features %j', (features, message) => {
    expect(listErrors({ ...validInput, features })).toEqual([['features', message]])
  })
})

test.each(['XYZ', 5, ['EUR'], 'EURO', '__proto__'])('rejects the currency %j', (currency) => {
  expect(listErrors({ ...validInput, currency })).toEqual([['currency', 'Unknown currency']])
})

test('lists every invalid field in a fixed order', () => {
  const input = { currency: 'X', features: '0', height: 0, width: 0, length: 0, weight: 0, destination: 'ZZ' }
  expect(listErrors(input).map(([field]) => field)).toEqual([
    'destination',
    'weight',
    'length',
    'width',
    'height',
    'features',
    'currency',
  ])
})

test('never throws for any input', () => {
  const fields = ['destination', 'weight', 'length', 'width', 'height', 'features', 'currency']
  const anything = fc.dictionary(
    fc.constantFrom(...fields),
    fc.oneof(fc.anything(), fc.double(), fc.string()),
  )
  fc.assert(
    fc.property(anything, (input) => {
      const result = parseEstimateRequest(input, choices)
      if (result.ok) expect(Number.isSafeInteger(result.request.grams)).toBe(true)
      else expect(result.errors.length).toBeGreaterThan(0)
    }),
    { numRuns: 800 },
  )
})

describe('a number in the notation of another country', () => {
  const parseWeight = (weight: unknown) => {
    const result = parseEstimateRequest({ ...validInput, weight }, choices)
    return result.ok ? result.request.grams : result.errors.map(({ message }) => message)
  }

  test.each([
    ['1,5', 2],
    ['1,5 kg', 1500],
    ['1.5kg', 1500],
    ['１．５ｋｇ', 1500],
    ['1,200 kg', 1200],
    ['1,200 g', ['Did you mean 1,200 g or 1.2 g? Enter 1200 or 1.2.']],
    ['1 lb', 454],
    ['2000 kg', ['Weight must be a number from 1 to 1,000,000 g.']],
    ['６００', 600],
    ['1.234,5', 1235],
    ['1.200.000,5', ['Weight must be a number from 1 to 1,000,000 g.']],
    [1.2, 2],
    ['1.200', ['Did you mean 1,200 g or 1.2 g? Enter 1200 or 1.2.']],
    ['1,200', ['Did you mean 1,200 g or 1.2 g? Enter 1200 or 1.2.']],
  ])('parses or rejects the weight %j', (weight, grams) => {
    expect(parseWeight(weight)).toEqual(grams)
  })

  test('parses a side with two possible meanings when one of them is too long', () => {
    const result = parseEstimateRequest(
      { ...validInput, length: '30,5', width: '30.500', height: '１２' },
      choices,
    )
    expect(result.ok && result.request.sidesMm).toEqual([305, 305, 120])
  })
})
