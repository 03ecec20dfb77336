import { expect, test } from 'vitest'
import { buildSubmissionsUrl, parseSubmissionSearch } from './manage-search.ts'

const parseQuery = (search: string) => parseSubmissionSearch(new URLSearchParams(search))

test.each([
  ['', { status: 'pending', page: 1 }],
  ['status=All&page=3', { status: 'All', page: 3 }],
  ['status=denied', { status: 'denied', page: 1 }],
  ['status=waiting&page=0', { status: 'pending', page: 1 }],
  ['page=1.5', { status: 'pending', page: 1 }],
  ['page=-1', { status: 'pending', page: 1 }],
  ['page=9999999', { status: 'pending', page: 1 }],
])('parses the URL parameters %s', (search, expected) => {
  expect(parseQuery(search)).toEqual(expected)
})

test('builds a URL without default values', () => {
  expect(buildSubmissionsUrl(parseQuery(''))).toBe('/dashboard/manage-qc')
  expect(buildSubmissionsUrl(parseQuery('status=pending'))).toBe('/dashboard/manage-qc')
  expect(buildSubmissionsUrl(parseQuery('page=2&status=approved'))).toBe(
    '/dashboard/manage-qc?status=approved&page=2',
  )
})
