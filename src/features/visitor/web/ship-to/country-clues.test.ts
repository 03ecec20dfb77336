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
])('a device on %s in %s is in %s by its %s', (timeZone, language, code, from) => {
  expect(guessCountry({ timeZone, language })).toEqual({ code, from })
})

test.each([
  ['UTC', 'en'],
  ['UTC', 'zh-Hans'],
  ['Etc/UTC', 'es-419'],
  ['GMT', 'en-XX'],
  ['Mars/Olympus', ''],
  [undefined, 'C'],
  ['', 'not a language'],
])('a device on %s in %s names no country', (timeZone, language) => {
  expect(guessCountry({ timeZone, language })).toBeUndefined()
})

test('every zone of this machine that is a place tells a country that the site can name', () => {
  const codes = new Set(countries.map(({ code }) => code))
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))
  const lost = zones.filter((timeZone) => !codes.has(guessCountry({ timeZone, language: '' })?.code ?? ''))
  expect(lost.filter((zone) => !/^(Etc|Atlantic\/St_Helena|Europe\/Mariehamn)/.test(zone))).toEqual([])
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
])('%s pays in %s', (code, currency) => {
  expect(findCurrencyOfCountry(code)).toBe(currency)
})

test.each(['CN', 'VN', 'AQ', ''])('%j has no currency beside yuan', (code) => {
  expect(findCurrencyOfCountry(code)).toBeUndefined()
})
