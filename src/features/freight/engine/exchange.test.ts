import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import snapshot from '../built-in/exchange-rates.json' with { type: 'json' }
import { convertFen, convertUnitPrice, findExchange, getCurrencyDigits } from './exchange.ts'

const rates = {
  base: 'EUR',
  date: '2026-08-21',
  source: '',
  rates: { CNY: '8', USD: '1.25', JPY: '160', KWD: '0.4', BAD: '1,5', NIL: '0.00' },
}

describe('the exchange', () => {
  test('the exchange is the reduced fraction of both rates', () => {
    expect(findExchange(rates, 'CNY', 'USD')).toMatchObject({ numerator: 5, denominator: 32 })
    expect(findExchange(rates, 'USD', 'CNY')).toMatchObject({ numerator: 32, denominator: 5 })
    expect(findExchange(rates, 'CNY', 'EUR')).toMatchObject({ numerator: 1, denominator: 8 })
    expect(findExchange(snapshot, 'CNY', 'JPY')).toMatchObject({ numerator: 232_075, denominator: 9828 })
  })

  test.each(['XYZ', 'BAD', 'NIL', '', 'toString', '__proto__'])('finds no exchange to %j', (currency) => {
    expect(findExchange(rates, 'CNY', currency)).toBeUndefined()
    expect(findExchange(rates, currency, 'CNY')).toBeUndefined()
  })

  test('finds no exchange when the fraction is too large for exact arithmetic', () => {
    const longRates = { ...rates, rates: { CNY: '1.0000000000001', USD: '1.0000000000003' } }
    expect(findExchange(longRates, 'CNY', 'USD')).toBeUndefined()
  })

  test('keeps an amount in its identity currency with two decimals, even when its rate is unknown', () => {
    const identity = findExchange(rates, 'JPY', 'JPY')
    expect(identity).toMatchObject({ numerator: 1, denominator: 1, currency: { digits: 2 } })
    expect(findExchange(rates, 'XYZ', 'XYZ')).toMatchObject({ currency: { code: 'XYZ', digits: 2 } })
  })
})

describe('amounts', () => {
  test('rounds amounts half up to the decimals of the currency', () => {
    const convert = (currency: string, fen: number) => {
      const exchange = findExchange(rates, 'CNY', currency)
      return exchange && convertFen(fen, exchange)
    }
    expect(convert('USD', 10_000)).toBe(1563) // 15.625
    expect(convert('JPY', 12)).toBe(2) // 2.4
    expect(convert('JPY', 13)).toBe(3) // 2.6
    expect(convert('EUR', 4)).toBe(1) // 0.005
    expect(convert('KWD', 10_000)).toBe(5000)
  })

  test('converts like BigInt arithmetic with the built-in rates', () => {
    const codes = Object.keys(snapshot.rates).filter((code) => code !== 'CNY')
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.integer({ min: 0, max: 100_000_000_000 }), (code, fen) => {
        const exchange = findExchange(snapshot, 'CNY', code)
        if (exchange === undefined) throw new Error(`no exchange to ${code}`)
        const divisor = 100n * BigInt(exchange.denominator)
        const doubled =
          2n * BigInt(fen) * BigInt(exchange.numerator) * 10n ** BigInt(exchange.currency.digits)
        expect(convertFen(fen, exchange)).toBe(Number((doubled + divisor) / (2n * divisor)))
      }),
    )
  })

  test('unit prices have two more decimals than amounts', () => {
    const usd = findExchange(rates, 'CNY', 'USD')
    const yen = findExchange(rates, 'CNY', 'JPY')
    expect(usd && convertUnitPrice(92_988_000, usd)).toBe(14.5294)
    expect(yen && convertUnitPrice(1_220_000, yen)).toBe(24.4)
  })
})

describe('currencies', () => {
  test('currencies have their names and signs; only yuan has ¥', () => {
    expect(findExchange(rates, 'USD', 'CNY')?.currency).toEqual({
      code: 'CNY',
      name: 'yuan',
      symbol: '¥',
      digits: 2,
    })
    expect(findExchange(rates, 'CNY', 'JPY')?.currency).toEqual({
      code: 'JPY',
      name: 'Japanese Yen',
      symbol: 'JPY',
      digits: 0,
    })
    expect(findExchange(rates, 'CNY', 'USD')?.currency).toEqual({
      code: 'USD',
      name: 'US Dollar',
      symbol: '$',
      digits: 2,
    })
  })

  test.each([
    ['JPY', 0],
    ['KRW', 0],
    ['IDR', 0],
    ['VND', 0],
    ['USD', 2],
    ['CNY', 2],
    ['KWD', 3],
  ])('%s has %i decimals', (currency, digits) => {
    expect(getCurrencyDigits(currency)).toBe(digits)
  })
})
