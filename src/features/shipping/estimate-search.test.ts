import { describe, expect, test } from 'vitest'
import {
  buildEstimateUrl,
  type EstimateSearch,
  isEstimateRequested,
  parseEstimateSearch,
  parseFeatureIds,
} from './estimate-search.ts'

const parseQuery = (query: string) => parseEstimateSearch(new URLSearchParams(query))
/** Without what is not given. */
const parseGiven = (query: string) => JSON.parse(JSON.stringify(parseQuery(query)))

describe('what an address asks', () => {
  test('is the texts as they were typed, without blanks around them', () => {
    expect(parseGiven('destination=+DE+&weight=1240&length=34&width=22&height=12.5&features=202')).toEqual({
      destination: 'DE',
      weight: '1240',
      length: '34',
      width: '22',
      height: '12.5',
      features: '202',
    })
    expect(parseGiven('weight=1%2C5&destination=<b>')).toEqual({ weight: '1,5', destination: '<b>' })
  })

  test('joins the boxes that a plain form repeats, each once', () => {
    expect(parseQuery('features=202&features=102,+202&features=').features).toBe('202,102')
    expect(parseFeatureIds(parseQuery('features=202&features=102'))).toEqual(['202', '102'])
    expect(parseFeatureIds(parseQuery('weight=5'))).toEqual([])
  })

  test('leaves out what is empty, unknown, or too long to be meant', () => {
    const long = `destination=${'x'.repeat(81)}&weight=${'1'.repeat(21)}&features=${'101,'.repeat(99)}101`
    expect(parseGiven(`${long}&length=&other=1&sent=yes&edit=2`)).toEqual({ features: '101' })
    const many = Array.from({ length: 200 }, (_none, at) => 100 + at).join()
    expect(parseGiven(`features=${many}`)).toEqual({})
  })

  test.each([
    'destination=DE&weight=1240&length=34&width=22&height=12&features=101%2C202',
    'weight=800',
    'sent=1',
    'destination=C%C3%B4te+d%27Ivoire&weight=5&edit=1',
  ])('has one address: %s', (query) => {
    expect(buildEstimateUrl(parseQuery(query))).toBe(`/estimation?${query}`)
  })

  test('nothing has the plain address', () => {
    expect(buildEstimateUrl(parseQuery(''))).toBe('/estimation')
  })

  test.each<[string, boolean]>([
    ['', false],
    ['weight=800', false],
    ['destination=DE', false],
    ['destination=DE&weight=800', true],
    ['sent=1', true],
    ['sent=1&weight=0', true],
    ['destination=DE&weight=800&edit=1', false],
  ])('%s is a question: %s', (query, is) => {
    const search: EstimateSearch = parseQuery(query)
    expect(isEstimateRequested(search)).toBe(is)
  })
})
