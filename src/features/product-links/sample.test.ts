import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseShopType } from '#shared/marketplaces.ts'
import { parseLink } from './parse-link.ts'

/** A link from public code, or one built after such a link. `shop: null` means that it has no item. */
type SampleRow = {
  input: string
  shop: string | null
  id: string | null
  agent: string
  tier: 'must' | 'should' | 'could'
  note?: string
}

const rows = readFileSync(new URL('fixtures/sample.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as SampleRow) // written by hand, of this shape

/** The wrong result of a row as JSON; undefined when the result is right. */
function findFault(row: SampleRow): string | undefined {
  const parsed = parseLink(row.input)
  const description = JSON.stringify({ input: row.input, note: row.note, parsed })
  if (row.shop === null) return parsed.ok ? description : undefined
  const agent = row.agent === 'none' ? null : row.agent
  const isRight =
    parsed.ok && parsed.shopType === parseShopType(row.shop) && parsed.id === row.id && parsed.agent === agent
  return isRight ? undefined : description
}

describe('links as people share them', () => {
  const counts = Object.fromEntries(
    ['must', 'should', 'could'].map((tier) => {
      const tierRows = rows.filter((row) => row.tier === tier)
      return [tier, `${tierRows.filter((row) => findFault(row) === undefined).length} of ${tierRows.length}`]
    }),
  )

  test(`right: ${Object.entries(counts)
    .map(([tier, count]) => `${tier} ${count}`)
    .join(', ')}`, () => {
    expect(rows.length).toBe(385)
    expect(rows.filter((row) => row.tier === 'must').flatMap((row) => findFault(row) ?? [])).toEqual([])
  })

  test('parses at least 95% of the links beyond the specification', () => {
    const beyond = rows.filter((row) => row.tier === 'should')
    const faults = beyond.flatMap((row) => findFault(row) ?? [])
    expect(faults.length, faults.join('\n')).toBeLessThanOrEqual(beyond.length * 0.05)
  })

  test('finds no item in links without one, except in redirects of Google', () => {
    const withoutItem = rows.filter(
      (row) => row.shop === null && !row.input.startsWith('https://www.google.com/url?'),
    )
    expect(withoutItem.flatMap((row) => findFault(row) ?? [])).toEqual([])
  })
})
