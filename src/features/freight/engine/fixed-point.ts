/** Integer arithmetic without binary fractions: 1.1 cm is exactly 11 mm, and 1.005 is not rounded to 1.00. */

const decimal = /^(?=\.?\d)(\d*)\.?(\d*)$/

/**
 * A decimal as a whole number of 10^-decimals, read from its text: `toScaledInteger(1.1, 1)` is 11. Throws a
 * RangeError for anything but a plain decimal of at least 0, for more decimals, and above the safe integers.
 */
export function toScaledInteger(value: number | string, decimals: number): number {
  const { whole, hasRemainder } = splitDecimal(value, decimals)
  if (hasRemainder) throw new RangeError(`${value} has more than ${decimals} decimals`)
  return whole
}

/** Like `toScaledInteger`, with further decimals rounded up. */
export function toScaledIntegerUp(value: number | string, decimals: number): number {
  const { whole, hasRemainder } = splitDecimal(value, decimals)
  return hasRemainder ? assertSafeInteger(whole + 1) : whole
}

/** Like `toScaledInteger`, with further decimals cut off. */
export function toScaledIntegerDown(value: number | string, decimals: number): number {
  return splitDecimal(value, decimals).whole
}

/** True for the texts that `toScaledInteger` accepts: digits with at most one point, no sign, exponent or comma. */
export function isPlainDecimal(text: string): boolean {
  return decimal.test(text)
}

function splitDecimal(value: number | string, decimals: number): { whole: number; hasRemainder: boolean } {
  const [, integer = '', fraction = ''] = decimal.exec(String(value)) ?? []
  if (integer === '' && fraction === '') throw new RangeError(`${value} is not a plain decimal`)
  const whole = assertSafeInteger(Number(integer + fraction.slice(0, decimals).padEnd(decimals, '0')))
  return { whole, hasRemainder: /[1-9]/.test(fraction.slice(decimals)) }
}

export type Rounding = 'half-up' | 'up' | 'down'

/**
 * (a·b + c·d) / divisor, rounded to a whole number. Takes safe integers of at least 0 and a divisor above 0;
 * larger products are computed with BigInt. Throws a RangeError when the result is not a safe integer.
 */
export function multiplyDivide(
  a: number,
  b: number,
  c: number,
  d: number,
  divisor: number,
  rounding: Rounding,
): number {
  const sum = a * b + c * d
  // No term is negative, so when the sum is a safe integer, both products are exact too.
  if (!(sum <= Number.MAX_SAFE_INTEGER)) return multiplyDivideBig(a, b, c, d, divisor, rounding)
  const remainder = sum % divisor
  const quotient = (sum - remainder) / divisor
  return needsRoundingUp(remainder * 2, divisor, rounding) ? quotient + 1 : quotient
}

function multiplyDivideBig(
  a: number,
  b: number,
  c: number,
  d: number,
  divisor: number,
  rounding: Rounding,
): number {
  const sum = BigInt(a) * BigInt(b) + BigInt(c) * BigInt(d)
  const bigDivisor = BigInt(divisor)
  const remainder = sum % bigDivisor
  const roundsUp = needsRoundingUp(remainder * 2n, bigDivisor, rounding)
  return assertSafeInteger(Number(sum / bigDivisor + (roundsUp ? 1n : 0n)))
}

function needsRoundingUp<N extends number | bigint>(
  twiceRemainder: N,
  divisor: N,
  rounding: Rounding,
): boolean {
  if (rounding === 'half-up') return twiceRemainder >= divisor
  return rounding === 'up' && twiceRemainder > 0
}

/** The number itself; throws a RangeError unless it is a safe integer. */
export function assertSafeInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError('a number is too large for exact arithmetic')
  return value
}

/**
 * The number itself, an amount in smallest units; throws a RangeError above fifteen digits, where not every
 * decimal amount is a distinct number.
 */
export function assertPayable(amount: number): number {
  if (!(amount < 10 ** 15)) throw new RangeError('an amount has more than fifteen digits')
  return amount
}
