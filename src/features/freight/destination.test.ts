import { describe, expect, test } from 'vitest'
import countries from './built-in/countries.json' with { type: 'json' }
import { findDestination, suggestCountries } from './destination.ts'

describe('a destination', () => {
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
  ])('%j is %s', (text, code) => {
    expect(findDestination(text, countries)?.code).toBe(code)
  })

  test.each(['', ' ', 'ZZ', 'D', 'DEU', 'German', 'Germany, please', 'D E', '*', '\0', 'x'.repeat(10_000)])(
    '%j is none',
    (text) => {
      expect(findDestination(text, countries)).toBeUndefined()
    },
  )

  test('every country is found by its code and its name', () => {
    for (const country of countries) {
      expect(findDestination(country.code.toLowerCase(), countries)).toBe(country)
      expect(findDestination(country.name.toUpperCase(), countries)).toBe(country)
    }
  })
})

describe('suggestions', () => {
  const codes = (query: string) => suggestCountries(query, countries).map(({ code }) => code)

  test.each(['', '  '])('%j gives none', (query) => {
    expect(codes(query)).toEqual([])
  })

  test('contain the text in name or code, in any case', () => {
    const plain = countries.filter(
      ({ name, code }) => name.toLowerCase().includes('an') || code.toLowerCase().includes('an'),
    )
    for (const { code } of plain) expect(codes('An')).toContain(code)
    expect(codes('zzz')).toEqual([])
  })

  test('take another name, which no list shows, only from the beginning of one of its words on', () => {
    for (const code of ['BW', 'LS', 'MW', 'TV', 'KI']) expect(codes('land')).not.toContain(code)
    expect(codes('land')).toContain('CH')
    expect(codes('arab')).toContain('SY')
    expect(codes('bechuana')).toEqual(['BW'])
  })

  test('begin with the code that it is, then with names that begin with it', () => {
    expect(codes('us')[0]).toBe('US')
    expect(codes('uk').slice(0, 2)).toEqual(['GB', 'UA'])
    expect(codes('ger')[0]).toBe('DE')
    expect(codes('united').slice(0, 3).toSorted()).toEqual(['AE', 'GB', 'US'])
    expect(codes('america')[0]).toBe('US')
    expect(codes('holland')).toEqual(['NL'])
    expect(codes('turkey')).toEqual(['TR'])
  })
})
