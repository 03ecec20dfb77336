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

test('the day and every rate are read, with what is fixed to the dollar', () => {
  expect(parseExchangeFile(createFile())).toEqual({
    base: 'EUR',
    date: '2026-08-21',
    source:
      'European Central Bank, euro foreign exchange reference rates; AED and SAR at the fixed rate to the US dollar',
    rates: { EUR: '1', USD: '1.1699', JPY: '185.66', CNY: '7.8624', AED: '4.2965', SAR: '4.3871' },
  })
})

test('either quote is good, and a rate of the file itself stands before a fixed one', () => {
  const file = createFile(`${entries.replaceAll("'", '"')}<Cube currency="AED" rate="4.3"/>`)
  expect(parseExchangeFile(file)).toMatchObject({
    source:
      'European Central Bank, euro foreign exchange reference rates; SAR at the fixed rate to the US dollar',
    rates: { AED: '4.3', SAR: '4.3871' },
  })
})

test.each([
  ['nothing', '', 'The file must hold the rates of one day.'],
  ['a page', '<!doctype html><h1>Welcome</h1>', 'The file must hold the rates of one day.'],
  ['a file cut short', createFile().slice(0, -40), 'The file must hold the rates of one day.'],
  ['a day cut short', createFile().replace('</Cube>', ''), 'The file must hold the rates of one day.'],
  ['no day', createFile().replace(/<Cube time[^>]*>/, '<Cube>'), 'The file must hold the rates of one day.'],
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
])('%s is refused', (_what, file, sentence) => {
  expect(() => parseExchangeFile(file)).toThrow(new InvalidRatesError(sentence))
})

describe('rates that follow others', () => {
  const now = Date.parse('2026-09-10T16:00:00Z')
  const later = (changedRates: Record<string, string>, date = '2026-09-10') => ({
    ...builtInRates,
    date,
    rates: { ...builtInRates.rates, ...changedRates },
  })

  test.each([
    ['may stay', later({})],
    ['may be of the same day', later({ USD: '1.17' }, '2026-08-21')],
    ['may be of tomorrow where the source is', later({}, '2026-09-11')],
    ['may go up by 30 %', later({ USD: '1.5208' })],
    ['may go down by 30 %', later({ USD: '0.8190' })],
    ['may know a currency more', later({ BGN: '1.9558' })],
  ])('%s', (_what, rates) => {
    expect(() => assertPlausibleRates(rates, builtInRates, now)).not.toThrow()
  })

  test.each([
    [
      'of the day before',
      later({}, '2026-08-20'),
      'Its date, 2026-08-20, is before the date of the current rates.',
    ],
    ['of a day to come', later({}, '2026-09-13'), '2026-09-13 is in the future.'],
    ['of no day', later({}, '2026-02-30'), '2026-02-30 is in the future.'],
    ['gone up further', later({ USD: '1.5209' }), 'USD went from 1.1699 to 1.5209.'],
    ['gone down further', later({ USD: '0.8189' }), 'USD went from 1.1699 to 0.8189.'],
    ['beyond exact sums', later({ BGN: '123456789.12345678' }), 'BGN has too many digits.'],
  ])('are refused when they are %s', (_what, rates, sentence) => {
    expect(() => assertPlausibleRates(rates, builtInRates, now)).toThrow(new InvalidRatesError(sentence))
  })

  test('may have moved further when the last ones are old', () => {
    const [in90Days, twice] = [Date.parse('2026-11-19T16:00:00Z'), { TRY: '112.4636' }]
    expect(() => assertPlausibleRates(later(twice, '2026-11-19'), builtInRates, in90Days)).not.toThrow()
    expect(() => assertPlausibleRates(later(twice, '2026-09-10'), builtInRates, in90Days)).toThrow(
      InvalidRatesError,
    )
  })
})
