import { getCurrencySign } from '#shared/format/money.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import type { CurrencyEnum } from '../option.ts'
import { isPlainDecimal, multiplyDivide } from './fixed-point.ts'

/** Converts a card's currency to the displayed one: multiply by `numerator / denominator`, a reduced fraction. */
export type Exchange = {
  readonly from: string
  readonly to: string
  readonly numerator: number
  readonly denominator: number
  readonly currency: CurrencyEnum
}

/**
 * Currencies whose amounts have no decimals, by Unicode's data. Listed here because JavaScript engines differ for some
 * of them, and amounts must be the same on server and browser.
 */
const noDecimals = new Set(
  (
    'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL SOS SYP ' +
    'UGX UYI VND VUV XAF XOF XPF YER'
  ).split(' '),
)
const threeDecimals = new Set(['BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/** Decimals of amounts converted into a currency. */
export function getCurrencyDigits(currency: string): number {
  if (noDecimals.has(currency)) return 0
  return threeDecimals.has(currency) ? 3 : 2
}

/**
 * The exchange from one currency to another through the base of the rates. Undefined when a rate is unknown or not a
 * plain decimal above 0, or when the fraction is too large for exact arithmetic. From a currency to itself nothing is
 * converted: amounts have the two decimals in which parts are computed.
 */
export function findExchange(rates: ExchangeRates, from: string, to: string): Exchange | undefined {
  if (from === to) return createIdentityExchange(from)
  const toRate = parseRateFraction(rates, to)
  const fromRate = parseRateFraction(rates, from)
  if (toRate === undefined || fromRate === undefined) return undefined
  const fraction = reduceFraction(toRate[0] * fromRate[1], toRate[1] * fromRate[0])
  return fraction && { from, to, ...fraction, currency: getCurrency(to, getCurrencyDigits(to)) }
}

/** Keeps amounts in their own currency. */
export function createIdentityExchange(currency: string): Exchange {
  return { from: currency, to: currency, numerator: 1, denominator: 1, currency: getCurrency(currency, 2) }
}

/**
 * Converts fen of the card's currency to the smallest units of the displayed one, rounded half up. Throws a RangeError
 * when the result is too large for exact arithmetic.
 */
export function convertFen(fen: number, { numerator, denominator, currency }: Exchange): number {
  return multiplyDivide(fen, numerator * 10 ** currency.digits, 0, 0, denominator * 100, 'half-up')
}

/**
 * A unit price in millionths of the card's currency, converted and rounded half up to two more decimals than amounts
 * have.
 */
export function convertUnitPrice(millionths: number, { numerator, denominator, currency }: Exchange): number {
  const decimals = currency.digits + 2
  return (
    multiplyDivide(millionths, numerator, 0, 0, denominator * 10 ** (6 - decimals), 'half-up') /
    10 ** decimals
  )
}

/** Limits that keep later products exact: the numerator is multiplied by up to 1,000, the denominator by 10,000. */
const maxFraction = {
  numerator: Number.MAX_SAFE_INTEGER / 1000,
  denominator: Number.MAX_SAFE_INTEGER / 10_000,
} as const

const currencyCache = new Map<string, CurrencyEnum>()
let currencyNames: Intl.DisplayNames | undefined

function getCurrency(code: string, digits: number): CurrencyEnum {
  const key = `${code} ${digits}`
  const cached = currencyCache.get(key)
  if (cached !== undefined) return cached
  const currency = {
    code,
    /** Read when it is needed: most pages show no names, and the first takes 40 ms on a phone. */
    get name() {
      return code === 'CNY' ? 'yuan' : getCurrencyName(code)
    },
    symbol: getCurrencySign(code).trim(),
    digits,
  }
  currencyCache.set(key, currency)
  return currency
}

function getCurrencyName(code: string): string {
  currencyNames ??= new Intl.DisplayNames('en', { type: 'currency' })
  return currencyNames.of(code) ?? code
}

/** The currency's rate to the base as numerator and denominator. */
function parseRateFraction({ base, rates }: ExchangeRates, currency: string): [bigint, bigint] | undefined {
  const text = Object.hasOwn(rates, currency) ? rates[currency] : currency === base ? '1' : undefined
  if (text === undefined || !isPlainDecimal(text)) return undefined
  const [integerDigits = '', decimals = ''] = text.split('.')
  const numerator = BigInt(integerDigits + decimals)
  return numerator === 0n ? undefined : [numerator, 10n ** BigInt(decimals.length)]
}

function reduceFraction(
  numerator: bigint,
  denominator: bigint,
): Pick<Exchange, 'numerator' | 'denominator'> | undefined {
  let [divisor, remainder] = [numerator, denominator]
  while (remainder > 0n) [divisor, remainder] = [remainder, divisor % remainder]
  const fraction = { numerator: Number(numerator / divisor), denominator: Number(denominator / divisor) }
  const isExact =
    fraction.numerator <= maxFraction.numerator && fraction.denominator <= maxFraction.denominator
  return isExact ? fraction : undefined
}
