import { expect, test } from 'vitest'
import { parseSubmissionSearch, submissionAddress } from './manage-search.ts'

const read = (search: string) => parseSubmissionSearch(new URLSearchParams(search))

test.each([
  ['', { status: 'pending', page: 1 }],
  ['status=All&page=3', { status: 'All', page: 3 }],
  ['status=denied', { status: 'denied', page: 1 }],
  ['status=waiting&page=0', { status: 'pending', page: 1 }],
  ['page=1.5', { status: 'pending', page: 1 }],
  ['page=-1', { status: 'pending', page: 1 }],
  ['page=9999999', { status: 'pending', page: 1 }],
])('?%s', (search, expected) => {
  expect(read(search)).toEqual(expected)
})

test('an address says only what is not usual', () => {
  expect(submissionAddress(read(''))).toBe('/dashboard/manage-qc')
  expect(submissionAddress(read('status=pending'))).toBe('/dashboard/manage-qc')
  expect(submissionAddress(read('page=2&status=approved'))).toBe(
    '/dashboard/manage-qc?status=approved&page=2',
  )
})
