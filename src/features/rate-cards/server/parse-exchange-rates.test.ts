import { describe, expect, test } from 'vitest'
import { parseExchangeRates } from './parse-exchange-rates.ts'

describe('exchange rates that come with a card', () => {
  test('can include their base', () => {
    const source = {
      base: 'USD',
      date: '2026-11-20',
      source: 'A bank',
      rates: { EUR: 0.9, CNY: '7.10' },
      note: 'x',
    }
    expect(parseExchangeRates(source)).toEqual({
      base: 'USD',
      date: '2026-11-20',
      source: 'A bank',
      rates: { USD: '1', EUR: '0.9', CNY: '7.10' },
    })
  })

  test('have the currency with the rate 1 as base by default', () => {
    expect(parseExchangeRates({ CNY: 1, USD: '0.14' })).toMatchObject({
      base: 'CNY',
      rates: { CNY: '1', USD: '0.14' },
    })
    expect(parseExchangeRates({ USD: '1', EUR: '1.0' })).toMatchObject({ base: 'EUR' })
  })

  test.each<[unknown, string]>([
    ['EUR', 'fx: Exchange rates are an object of currencies.'],
    [[], 'fx: Exchange rates are an object of currencies.'],
    [{}, 'fx: There are no rates.'],
    [{ EUR: '2' }, 'fx: One currency, the base, must have the rate 1.'],
    [{ EUR: '1', euro: '1' }, 'fx."euro": A currency is three capital letters.'],
    [JSON.parse('{"EUR":"1","__proto__":"2"}'), 'fx."__proto__": A currency is three capital letters.'],
    [{ EUR: '1', USD: '0' }, 'fx.USD: "0" is not a decimal number above 0.'],
    [{ EUR: '1', USD: -1 }, 'fx.USD: -1 is not a decimal number above 0.'],
    [{ EUR: '1', USD: '1,2' }, 'fx.USD: "1,2" is not a decimal number above 0.'],
    [{ EUR: '1', USD: '1e3' }, 'fx.USD: "1e3" is not a decimal number above 0.'],
    [{ EUR: '1', USD: null }, 'fx.USD: null is not a decimal number above 0.'],
    [{ base: 'EUR', rates: [] }, 'fx.rates: There are no rates.'],
    [{ base: 'EUR', rates: { EUR: '2' } }, 'fx.rates.EUR: The base itself has the rate 1.'],
    [{ base: 'euro', rates: { EUR: '1' } }, 'fx.base: A currency is three capital letters.'],
    [
      { base: 'EUR', date: '2026-13-01', rates: { EUR: '1' } },
      'fx.date: "2026-13-01" is not a day like 2026-11-21.',
    ],
    [
      { base: 'EUR', date: '2026-02-30', rates: { EUR: '1' } },
      'fx.date: "2026-02-30" is not a day like 2026-11-21.',
    ],
    [{ base: 'EUR', source: 'a\nb', rates: { EUR: '1' } }, 'fx.source: A source is a short text.'],
    [{ base: 'EUR', source: 'a\ud800b', rates: { EUR: '1' } }, 'fx.source: A source is a short text.'],
    [{ base: 'EUR', source: 'a\u202eb', rates: { EUR: '1' } }, 'fx.source: A source is a short text.'],
  ])('invalid exchange rates are rejected: %j', (source, sentence) => {
    expect(() => parseExchangeRates(source)).toThrow(
      expect.objectContaining({
        status: 400,
        message: sentence,
        errors: [expect.objectContaining({ message: sentence })],
      }),
    )
  })
})
