import { expect, test } from 'vitest'
import type { InfoResult } from './contract.ts'
import { getStaleFetchedAt } from './stale-info.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const createResult = (source: string | null, fetchedAt: string | null): InfoResult => ({
  state: 'known',
  productInfo: null,
  shownSku: null,
  kind: null,
  source,
  sourceLabel: source,
  fetchedAt,
})

test.each([
  ['stale information', createResult('storefront', '2026-11-21T05:59:00Z'), '2026-11-21T05:59:00Z'],
  ['fresh information', createResult('storefront', '2026-11-21T06:01:00Z'), undefined],
  ["the catalogue's own information", createResult('catalogue', '2026-01-01T00:00:00Z'), undefined],
  ['information without a time', createResult(null, null), undefined],
  ['no information', undefined, undefined],
])('returns the time of stale information only: %s', (_case, info, time) => {
  expect(getStaleFetchedAt(info, noon)).toBe(time)
})
