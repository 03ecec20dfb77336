import { describe, expect, test } from 'vitest'
import { countries } from '#features/freight/built-in/lists.ts'
import { findMatch, groupCountries, rankSuggestions } from './country-groups.ts'

const lines = new Map([
  ['DE', 13],
  ['PL', 12],
  ['RO', 4],
  ['NL', 9],
])
const group = (query: string, recent: string[] = [], counts: typeof lines | undefined = lines) =>
  groupCountries(query, { countries, lines: counts, recent })
const listNames = (groups: ReturnType<typeof group>) =>
  groups.map(({ title, countries: groupCountries }) => [title, ...groupCountries.map(({ name }) => name)])

describe('the countries of the sheet', () => {
  test('lists recent countries, countries with lines, and the rest, with their number', () => {
    const groups = group('', ['PL', 'AQ', 'DE'])
    expect(listNames(groups.slice(0, 2))).toEqual([
      ['Recent', 'Poland', 'Germany'],
      ['4 countries with lines', 'Germany', 'Netherlands', 'Poland', 'Romania'],
    ])
    expect(groups[2]?.title).toBe(`${countries.length - 4} without a line`)
  })

  test('lists each found country once, in its group', () => {
    expect(listNames(group('ger', ['DE']))).toEqual([
      ['Recent', 'Germany'],
      ['without a line', 'Algeria', 'Niger', 'Nigeria'],
    ])
    expect(listNames(group('ger'))).toEqual([
      ['countries with lines', 'Germany'],
      ['without a line', 'Algeria', 'Niger', 'Nigeria'],
    ])
    expect(group('qqq')).toEqual([])
  })

  test('lists all countries in one group until the line counts are loaded', () => {
    expect(groupCountries('', { countries, lines: undefined, recent: [] }).map(({ title }) => title)).toEqual(
      ['Countries'],
    )
  })

  test('Enter chooses the first country with a line, unless the whole name of another is typed', () => {
    expect(findMatch('ger', group('ger'))?.name).toBe('Germany')
    expect(findMatch('oman', group('oman'))?.name).toBe('Oman')
    expect(findMatch('', group(''))).toBeUndefined()
    expect(rankSuggestions('oman', { countries, lines }).map(({ name }) => name)).toEqual(['Oman', 'Romania'])
  })
})
