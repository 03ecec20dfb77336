import { expect, test } from 'vitest'
import { countries } from '#features/freight/built-in/lists.ts'
import { findCurrencyOfCountry, guessCountry } from './country-clues.ts'

test.each([
  ['Europe/Berlin', 'en-US', 'DE', 'time zone'],
  ['Europe/Zurich', 'de-DE', 'CH', 'time zone'],
  ['America/Los_Angeles', 'zh-Hans-CN', 'US', 'time zone'],
  ['Asia/Calcutta', 'en', 'IN', 'time zone'],
  ['Asia/Kolkata', 'en', 'IN', 'time zone'],
  ['US/Pacific', 'en', 'US', 'time zone'],
  ['Europe/Amsterdam', 'en', 'NL', 'time zone'],
  ['UTC', 'pl-PL', 'PL', 'language'],
  ['Etc/GMT+5', 'zh-Hant-TW', 'TW', 'language'],
  ['Mars/Olympus', 'en-gb-oxendict', 'GB', 'language'],
  [undefined, 'fr-CA', 'CA', 'language'],
])(
  'a device with the time zone %s and the language %s is in %s by its %s',
  (timeZone, language, code, from) => {
    expect(guessCountry({ timeZone, language })).toEqual({ code, from })
  },
)

test.each([
  ['UTC', 'en'],
  ['UTC', 'zh-Hans'],
  ['Etc/UTC', 'es-419'],
  ['GMT', 'en-XX'],
  ['Mars/Olympus', ''],
  [undefined, 'C'],
  ['', 'not a language'],
])('a device with the time zone %s and the language %s has no guessed country', (timeZone, language) => {
  expect(guessCountry({ timeZone, language })).toBeUndefined()
})

test('every time zone of a place belongs to a country of the list', () => {
  const codes = new Set(countries.map(({ code }) => code))
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))
  const withoutCountry = zones.filter(
    (timeZone) => !codes.has(guessCountry({ timeZone, language: '' })?.code ?? ''),
  )
  expect(withoutCountry.filter((zone) => !/^(Etc|Atlantic\/St_Helena|Europe\/Mariehamn)/.test(zone))).toEqual(
    [],
  )
})

test.each([
  ['DE', 'EUR'],
  ['CH', 'CHF'],
  ['LI', 'CHF'],
  ['PL', 'PLN'],
  ['DK', 'DKK'],
  ['GB', 'GBP'],
  ['HR', 'EUR'],
  ['US', 'USD'],
])('the currency of %s is %s', (code, currency) => {
  expect(findCurrencyOfCountry(code)).toBe(currency)
})

test.each(['CN', 'VN', 'AQ', ''])('%j has no second currency', (code) => {
  expect(findCurrencyOfCountry(code)).toBeUndefined()
})
