import { describe, expect, test } from 'vitest'
import { validateDimensions, validateShippingTime, validateWeight } from './detail-validation.ts'

describe('validateWeight', () => {
  test.each(['', ' ', '1', ' 280 ', '1000000', '1,240', '1.240', '６００', '1,5 kg', '280g'])(
    'accepts %o',
    (text) => {
      expect(validateWeight(text)).toBeUndefined()
    },
  )

  test.each([
    '0',
    '-1',
    '1.5',
    '1,5',
    '1e3',
    '0x10',
    '1000001',
    '1001 kg',
    '1.5 g',
    '9'.repeat(400),
    'heavy',
  ])('rejects %s', (text) => {
    expect(validateWeight(text)).toBe('Enter the weight in whole grams, 1 to 1,000,000.')
  })
})

describe('validateShippingTime', () => {
  test.each(['', '0', '7', '365'])('accepts %o', (text) => {
    expect(validateShippingTime(text)).toBeUndefined()
  })

  test.each(['366', '-1', '1.5', 'soon'])('rejects %s', (text) => {
    expect(validateShippingTime(text)).toBe('Enter the shipping time in whole days, 0 to 365.')
  })
})

describe('validateDimensions', () => {
  test.each([
    '',
    '4.5x4.5x1',
    '34 X 22 × 12',
    '1*2*3',
    '4,5x4,5x1',
    '30,5х20х10 cm',
    '4 cm x 4 cm x 4 cm',
    '３０x２０x１０',
  ])('accepts %o', (text) => {
    expect(validateDimensions(text)).toBeUndefined()
  })

  test.each(['4.5x4.5', 'axbxc', '0x1x1', '4,5,1x4x1', '4x4x4kg', '4x4x4x4'])('rejects %s', (text) => {
    expect(validateDimensions(text)).toBe('Dimensions must look like 4.5x4.5x1')
  })
})
