import { describe, expect, test } from 'vitest'
import { assertPlausibleRates, InvalidRatesError, parseExchangeFile } from './exchange-file.ts'
import { builtInRates } from './exchange-rates.ts'

const entries = `<Cube currency='USD' rate='1.1699'/>
      <Cube currency='JPY' rate='185.66'/>
      <Cube currency='CNY' rate='7.8624'/>`
const createFile = (inside = entries, time = '2026-08-21') => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube>
    <Cube time='${time}'>
      ${inside}
    </Cube>
  </Cube>
</gesmes:Envelope>
`

test('parses the date and every rate, and adds currencies with a fixed rate to the dollar', () => {
  expect(parseExchangeFile(createFile())).toEqual({
    base: 'EUR',
    date: '2026-08-21',
    source:
      'European Central Bank, euro foreign exchange reference rates; AED and SAR at the fixed rate to the US dollar',
    rates: { EUR: '1', USD: '1.1699', JPY: '185.66', CNY: '7.8624', AED: '4.2965', SAR: '4.3871' },
  })
})

test('accepts both quotation marks and prefers a rate of the file to a fixed one', () => {
  const file = createFile(`${entries.replaceAll("'", '"')}<Cube currency="AED" rate="4.3"/>`)
  expect(parseExchangeFile(file)).toMatchObject({
    source:
      'European Central Bank, euro foreign exchange reference rates; SAR at the fixed rate to the US dollar',
    rates: { AED: '4.3', SAR: '4.3871' },
  })
})

test.each([
  ['an empty file', '', 'The file must hold the rates of one day.'],
  ['an HTML page', '<!doctype html><h1>Welcome</h1>', 'The file must hold the rates of one day.'],
  ['a file cut short', createFile().slice(0, -40), 'The file must hold the rates of one day.'],
  ['a day cut short', createFile().replace('</Cube>', ''), 'The file must hold the rates of one day.'],
  [
    'a file without a date',
    createFile().replace(/<Cube time[^>]*>/, '<Cube>'),
    'The file must hold the rates of one day.',
  ],
  [
    'two days',
    createFile(`${entries}</Cube><Cube time='2026-08-20'>${entries}`),
    'The file must hold the rates of one day.',
  ],
  ['an entity', createFile(`${entries}&file;`), 'An entry does not have the expected format.'],
  ['a comment', createFile(`<!-- none -->${entries}`), 'An entry does not have the expected format.'],
  [
    'a rate below 0',
    createFile(`${entries}<Cube currency='GBP' rate='-1'/>`),
    'An entry does not have the expected format.',
  ],
  [
    'a rate in another form',
    createFile(`${entries}<Cube currency='GBP' rate='1e3'/>`),
    'An entry does not have the expected format.',
  ],
  [
    'a rate with a comma',
    createFile(`${entries}<Cube currency='GBP' rate='0,85'/>`),
    'An entry does not have the expected format.',
  ],
  [
    'a rate of 0',
    createFile(`${entries}<Cube currency='GBP' rate='0.000'/>`),
    'The rate of GBP is not above 0.',
  ],
  [
    'a currency of four letters',
    createFile(`${entries}<Cube currency='GBPX' rate='1'/>`),
    'An entry does not have the expected format.',
  ],
  ['a currency twice', createFile(`${entries}<Cube currency='USD' rate='1.2'/>`), 'The file has USD twice.'],
  ['no dollar', createFile(entries.replace('USD', 'GBP')), 'The file has no rate for USD or CNY.'],
  ['no yuan', createFile(entries.replace('CNY', 'GBP')), 'The file has no rate for USD or CNY.'],
])('rejects %s', (_case, file, sentence) => {
  expect(() => parseExchangeFile(file)).toThrow(new InvalidRatesError(sentence))
})

describe('assertPlausibleRates', () => {
  const now = Date.parse('2026-09-10T16:00:00Z')
  const createNextRates = (changedRates: Record<string, string>, date = '2026-09-10') => ({
    ...builtInRates,
    date,
    rates: { ...builtInRates.rates, ...changedRates },
  })

  test.each([
    ['have not changed', createNextRates({})],
    ['have the same date', createNextRates({ USD: '1.17' }, '2026-08-21')],
    ['have the date of the next day, for a source in another time zone', createNextRates({}, '2026-09-11')],
    ['rose by 30 %', createNextRates({ USD: '1.5208' })],
    ['fell by 30 %', createNextRates({ USD: '0.8190' })],
    ['have one more currency', createNextRates({ BGN: '1.9558' })],
  ])('accepts rates that %s', (_case, rates) => {
    expect(() => assertPlausibleRates(rates, builtInRates, now)).not.toThrow()
  })

  test.each([
    [
      'have an earlier date',
      createNextRates({}, '2026-08-20'),
      'Its date, 2026-08-20, is before the date of the current rates.',
    ],
    ['have a date in the future', createNextRates({}, '2026-09-13'), '2026-09-13 is in the future.'],
    ['have an invalid date', createNextRates({}, '2026-02-30'), '2026-02-30 is in the future.'],
    ['rose by more than 30 %', createNextRates({ USD: '1.5209' }), 'USD went from 1.1699 to 1.5209.'],
    ['fell by more than 30 %', createNextRates({ USD: '0.8189' }), 'USD went from 1.1699 to 0.8189.'],
    ['have too many digits', createNextRates({ BGN: '123456789.12345678' }), 'BGN has too many digits.'],
  ])('rejects rates that %s', (_case, rates, sentence) => {
    expect(() => assertPlausibleRates(rates, builtInRates, now)).toThrow(new InvalidRatesError(sentence))
  })

  test('accepts a larger change when the last rates are old', () => {
    const [in90Days, doubledRates] = [Date.parse('2026-11-19T16:00:00Z'), { TRY: '112.4636' }]
    expect(() =>
      assertPlausibleRates(createNextRates(doubledRates, '2026-11-19'), builtInRates, in90Days),
    ).not.toThrow()
    expect(() =>
      assertPlausibleRates(createNextRates(doubledRates, '2026-09-10'), builtInRates, in90Days),
    ).toThrow(InvalidRatesError)
  })
})
