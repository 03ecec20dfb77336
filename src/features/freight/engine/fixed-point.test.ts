import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isPlainDecimal,
  multiplyDivide,
  type Rounding,
  toScaledInteger,
  toScaledIntegerDown,
  toScaledIntegerUp,
} from './fixed-point.ts'

describe('decimals', () => {
  test.each([
    [1.1, 1, 11],
    ['1.10', 1, 11],
    [1.005, 6, 1_005_000],
    [92.988, 6, 92_988_000],
    [0.1, 6, 100_000],
    ['007', 0, 7],
    ['.5', 1, 5],
    ['5.', 1, 50],
    [0, 6, 0],
    [9_007_199_254_740_991, 0, 9_007_199_254_740_991],
  ])('converts %s with %i decimals to %i', (value, decimals, whole) => {
    expect(toScaledInteger(value, decimals)).toBe(whole)
  })

  test.each(['', '.', '-1', '+1', '1e3', '1,5', '0x10', ' 1', '1.2.3', 'NaN', '١', '1\n'])(
    'throws a RangeError for %j',
    (text) => {
      expect(isPlainDecimal(text)).toBe(false)
      expect(() => toScaledInteger(text, 2)).toThrow(RangeError)
    },
  )

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7, 0.1 + 0.2])(
    'throws a RangeError for the number %s',
    (value) => {
      expect(() => toScaledInteger(value, 6)).toThrow(RangeError)
    },
  )

  test('throws a RangeError above the safe integers', () => {
    expect(() => toScaledInteger('9007199254740992', 0)).toThrow(RangeError)
    expect(() => toScaledInteger(9_007_199_254_740_991, 1)).toThrow(RangeError)
    expect(() => toScaledIntegerUp('9007199254740991.1', 0)).toThrow(RangeError)
  })

  test('rounds up or removes further decimals', () => {
    expect(toScaledIntegerUp('34.01', 1)).toBe(341)
    expect(toScaledIntegerUp('34.10', 1)).toBe(341)
    expect(toScaledIntegerUp('600.0000000000000000001', 0)).toBe(601)
    expect(toScaledIntegerDown('117.99', 1)).toBe(1179)
  })
})

describe('quotients', () => {
  const whole = fc.oneof(
    fc.integer({ min: 0, max: 10_000 }),
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    fc.constantFrom(Number.MAX_SAFE_INTEGER, 94_906_265, 94_906_266),
  )
  const anyDivisor = fc.oneof(
    fc.integer({ min: 1, max: 100 }),
    fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  )
  const roundings: readonly Rounding[] = ['half-up', 'up', 'down']

  function divideBigInt(sum: bigint, divisor: bigint, rounding: Rounding): bigint {
    if (rounding === 'down') return sum / divisor
    return rounding === 'up' ? (sum + divisor - 1n) / divisor : (2n * sum + divisor) / (2n * divisor)
  }

  test('multiplyDivide gives the result of BigInt arithmetic, or throws when it is too large', () => {
    fc.assert(
      fc.property(
        whole,
        whole,
        whole,
        whole,
        anyDivisor,
        fc.constantFrom(...roundings),
        (a, b, c, d, divisor, rounding) => {
          const expected = divideBigInt(
            BigInt(a) * BigInt(b) + BigInt(c) * BigInt(d),
            BigInt(divisor),
            rounding,
          )
          if (expected > BigInt(Number.MAX_SAFE_INTEGER))
            expect(() => multiplyDivide(a, b, c, d, divisor, rounding)).toThrow(RangeError)
          else expect(multiplyDivide(a, b, c, d, divisor, rounding)).toBe(Number(expected))
        },
      ),
      { numRuns: 5000 },
    )
  })

  test('multiplyDivide rounds a half up', () => {
    expect(multiplyDivide(1005, 1, 0, 0, 10, 'half-up')).toBe(101)
    expect(multiplyDivide(1004, 1, 0, 0, 10, 'half-up')).toBe(100)
  })
})
