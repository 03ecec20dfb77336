import { parseTypedNumber } from './typed-number.ts'

/** The unit of a field without a typed one. */
export type BaseUnit = 'g' | 'cm'

/** How many base units one typed unit has, as plain decimals. */
const unitFactors: Record<BaseUnit, Readonly<Record<string, string>>> = {
  g: { g: '1', gr: '1', kg: '1000', oz: '28.349523125', lb: '453.59237', lbs: '453.59237' },
  cm: { cm: '1', mm: '0.1' },
}

const measurePattern = /^(.*\d)\s*([a-z]+)\.?$/

/**
 * The possible meanings of a typed number with or without a unit behind it, as plain decimals of the base unit:
 * '1,5 kg' is '1500' in grams, '340 mm' is '34' in cm. Separators are read as by `parseTypedNumber`.
 */
export function parseTypedMeasure(
  text: string,
  baseUnit: BaseUnit,
): readonly [string] | readonly [string, string] {
  const [, number = '', unit = ''] = measurePattern.exec(text.normalize('NFKC').trim().toLowerCase()) ?? []
  const factors = unitFactors[baseUnit]
  const factor = Object.hasOwn(factors, unit) ? factors[unit] : undefined
  if (factor === undefined) return parseTypedNumber(text)
  const [value, secondValue] = parseTypedNumber(number)
  if (!isDecimal(value)) return [text.trim()]
  const result = multiplyDecimals(value, factor)
  return secondValue === undefined ? [result] : [result, multiplyDecimals(secondValue, factor)]
}

function isDecimal(text: string): boolean {
  return text.length <= 40 && /^(?=\.?\d)\d*\.?\d*$/.test(text)
}

/** The exact product of two plain decimals, without zeros at its end. */
function multiplyDecimals(a: string, b: string): string {
  const [wholeA = '', decimalsA = ''] = a.split('.')
  const [wholeB = '', decimalsB = ''] = b.split('.')
  const decimals = decimalsA.length + decimalsB.length
  const digits = String(BigInt(wholeA + decimalsA) * BigInt(wholeB + decimalsB)).padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const integerDigits = digits.slice(0, digits.length - decimals)
  return decimals === 0 || fraction === '' ? integerDigits : `${integerDigits}.${fraction}`
}
