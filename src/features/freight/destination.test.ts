import { describe, expect, test } from 'vitest'
import countries from './built-in/countries.json' with { type: 'json' }
import { findDestination, suggestCountries } from './destination.ts'

describe('findDestination', () => {
  test.each([
    ['DE', 'DE'],
    [' de\n', 'DE'],
    ['uk', 'GB'],
    ['GB', 'GB'],
    ['el', 'GR'],
    ['gr', 'GR'],
    ['Germany', 'DE'],
    ['  gERMANY ', 'DE'],
    ['United Kingdom', 'GB'],
    ['usa', 'US'],
    ['Great Britain', 'GB'],
    ['Turkey', 'TR'],
    ['turkiye', 'TR'],
  ])('finds %j as %s', (text, code) => {
    expect(findDestination(text, countries)?.code).toBe(code)
  })

  test.each(['', ' ', 'ZZ', 'D', 'DEU', 'German', 'Germany, please', 'D E', '*', '\0', 'x'.repeat(10_000)])(
    'finds no country for %j',
    (text) => {
      expect(findDestination(text, countries)).toBeUndefined()
    },
  )

  test('finds every country by its code and its name', () => {
    for (const country of countries) {
      expect(findDestination(country.code.toLowerCase(), countries)).toBe(country)
      expect(findDestination(country.name.toUpperCase(), countries)).toBe(country)
    }
  })
})

describe('suggestCountries', () => {
  const suggestCodes = (query: string) => suggestCountries(query, countries).map(({ code }) => code)

  test.each(['', '  '])('suggests no country for %j', (query) => {
    expect(suggestCodes(query)).toEqual([])
  })

  test('suggests countries whose name or code contains the text, in any case', () => {
    const matches = countries.filter(
      ({ name, code }) => name.toLowerCase().includes('an') || code.toLowerCase().includes('an'),
    )
    for (const { code } of matches) expect(suggestCodes('An')).toContain(code)
    expect(suggestCodes('zzz')).toEqual([])
  })

  test('matches an alias only at the beginning of a word', () => {
    for (const code of ['BW', 'LS', 'MW', 'TV', 'KI']) expect(suggestCodes('land')).not.toContain(code)
    expect(suggestCodes('land')).toContain('CH')
    expect(suggestCodes('arab')).toContain('SY')
    expect(suggestCodes('bechuana')).toEqual(['BW'])
  })

  test('lists an exact code first, then names that begin with the text', () => {
    expect(suggestCodes('us')[0]).toBe('US')
    expect(suggestCodes('uk').slice(0, 2)).toEqual(['GB', 'UA'])
    expect(suggestCodes('ger')[0]).toBe('DE')
    expect(suggestCodes('united').slice(0, 3).toSorted()).toEqual(['AE', 'GB', 'US'])
    expect(suggestCodes('america')[0]).toBe('US')
    expect(suggestCodes('holland')).toEqual(['NL'])
    expect(suggestCodes('turkey')).toEqual(['TR'])
  })
})
