import { describe, expect, test } from 'vitest'
import {
  buildEditUrl,
  buildEstimateUrl,
  type EstimateSearch,
  getEstimateRequest,
  isEstimateRequested,
  parseEstimateSearch,
  parseFeatureIds,
} from './estimate-search.ts'

const parseQuery = (query: string) => parseEstimateSearch(new URLSearchParams(query))
/** Without the fields that the query does not have. */
const parseDefined = (query: string) => JSON.parse(JSON.stringify(parseQuery(query)))

describe('parseEstimateSearch', () => {
  test('returns the typed texts, trimmed', () => {
    expect(parseDefined('destination=+DE+&weight=1240&length=34&width=22&height=12.5&features=202')).toEqual({
      destination: 'DE',
      weight: '1240',
      length: '34',
      width: '22',
      height: '12.5',
      features: '202',
    })
    expect(parseDefined('weight=1%2C5&destination=<b>')).toEqual({ weight: '1,5', destination: '<b>' })
  })

  test('joins the repeated fields of a form without JavaScript, each value once', () => {
    expect(parseQuery('features=202&features=102,+202&features=').features).toBe('202,102')
    expect(parseFeatureIds(parseQuery('features=202&features=102'))).toEqual(['202', '102'])
    expect(parseFeatureIds(parseQuery('weight=5'))).toEqual([])
  })

  test('leaves out empty, unknown and too long values', () => {
    const tooLong = `destination=${'x'.repeat(81)}&weight=${'1'.repeat(21)}&features=${'101,'.repeat(99)}101`
    expect(parseDefined(`${tooLong}&length=&other=1&sent=yes&edit=2`)).toEqual({ features: '101' })
    const manyFeatures = Array.from({ length: 200 }, (_none, index) => 100 + index).join()
    expect(parseDefined(`features=${manyFeatures}`)).toEqual({})
  })

  test('getEstimateRequest leaves out the state of the form', () => {
    const search = parseQuery('destination=DE&weight=1240&sent=1&edit=1')
    expect(getEstimateRequest(search)).toEqual({ destination: 'DE', weight: '1240' })
    expect(buildEditUrl(getEstimateRequest(search))).toBe('/estimation?destination=DE&weight=1240&edit=1')
  })

  test.each([
    'destination=DE&weight=1240&length=34&width=22&height=12&features=101%2C202',
    'weight=800',
    'sent=1',
    'destination=C%C3%B4te+d%27Ivoire&weight=5&edit=1',
  ])('builds the same URL as the parsed one: %s', (query) => {
    expect(buildEstimateUrl(parseQuery(query))).toBe(`/estimation?${query}`)
  })

  test('builds a URL without parameters for an empty search', () => {
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
  ])('isEstimateRequested of %j is %s', (query, isRequested) => {
    const search: EstimateSearch = parseQuery(query)
    expect(isEstimateRequested(search)).toBe(isRequested)
  })
})
