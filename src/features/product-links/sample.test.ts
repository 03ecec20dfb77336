import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseShopType } from '#shared/marketplaces.ts'
import { parseLink } from './parse.ts'

/** A link as found in public code or built after one; `shop: null` is to be refused. */
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

/** What is wrong with the answer to a row, if anything. */
function findFault(row: SampleRow): string | undefined {
  const parsed = parseLink(row.input)
  const answer = JSON.stringify({ input: row.input, note: row.note, parsed })
  if (row.shop === null) return parsed.ok ? answer : undefined
  const agent = row.agent === 'none' ? null : row.agent
  const right =
    parsed.ok && parsed.shopType === parseShopType(row.shop) && parsed.id === row.id && parsed.agent === agent
  return right ? undefined : answer
}

describe('links as people share them', () => {
  const counts = Object.fromEntries(
    ['must', 'should', 'could'].map((tier) => {
      const ofTier = rows.filter((row) => row.tier === tier)
      return [tier, `${ofTier.filter((row) => findFault(row) === undefined).length} of ${ofTier.length}`]
    }),
  )

  test(`right: ${Object.entries(counts)
    .map(([tier, count]) => `${tier} ${count}`)
    .join(', ')}`, () => {
    expect(rows.length).toBe(385)
    expect(rows.filter((row) => row.tier === 'must').flatMap((row) => findFault(row) ?? [])).toEqual([])
  })

  test('at least 95 % of what goes beyond the specification is right', () => {
    const beyond = rows.filter((row) => row.tier === 'should')
    const faults = beyond.flatMap((row) => findFault(row) ?? [])
    expect(faults.length, faults.join('\n')).toBeLessThanOrEqual(beyond.length * 0.05)
  })

  test('nothing without an item is taken for one, but for the wrapper of Google, which is read since', () => {
    const refused = rows.filter(
      (row) => row.shop === null && !row.input.startsWith('https://www.google.com/url?'),
    )
    expect(refused.flatMap((row) => findFault(row) ?? [])).toEqual([])
  })
})
