import { describe, expect, test } from 'vitest'
import {
  canBeFound,
  createReviewSearch,
  expandSearch,
  getManageReviewPath,
  parseReviewSearch,
} from './review-search.ts'

const parseSearch = (search: string) => parseReviewSearch(new URLSearchParams(search))
const all = { status: 'All', code: '', limit: 50, review: '' } as const

describe('the URL of the review list', () => {
  test.each([
    ['', all],
    ['status=pending', { ...all, status: 'pending' }],
    ['status=Pending', all],
    ['status=constructor', all],
    ['product_code=%206528%20', { ...all, code: '6528' }],
    [`product_code=${'1'.repeat(99)}`, { ...all, code: '1'.repeat(64) }],
    ['shown=100&review=r1', { ...all, limit: 100, review: 'r1' }],
    ['shown=75', all],
    ['shown=-50', all],
    ['shown=1050', all],
    ['shown=many', all],
  ])('parses %s', (search, expected) => {
    expect(parseSearch(search)).toEqual(expected)
  })

  test('contains the parsed values and nothing else', () => {
    const search = 'status=denied&product_code=6528&shown=150&review=r1'
    expect(getManageReviewPath(parseSearch(`${search}&x=1`))).toBe(`/dashboard/manage-review?${search}`)
    expect(getManageReviewPath(all)).toBe('/dashboard/manage-review')
  })
})

test('expands in steps of 50 up to 1,000', () => {
  expect(expandSearch(all).limit).toBe(100)
  expect(expandSearch({ ...all, limit: 1000 }).limit).toBe(1000)
})

test('other filters start at the first step', () => {
  expect(createReviewSearch({ status: 'denied', code: '7' })).toEqual({ ...all, status: 'denied', code: '7' })
})

test.each([
  ['', true],
  ['6528', true],
  ['a_B-9', true],
  ['65 28', false],
  ['<b>', false],
])('the code "%s" can be found: %s', (code, expected) => {
  expect(canBeFound({ ...all, code })).toBe(expected)
})
