import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ShippingOption } from '#features/freight/option.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

/** Figures typed by hand, each with the reason for it. */
type WorkedRow = {
  id: string
  why: string
  card: unknown
  fx: unknown
  request: Record<string, unknown>
  status: number
  expect: Record<string, unknown>[] | { message: string }
}

const file = new URL('../../src/features/freight/fixtures/worked-sample.jsonl', import.meta.url)
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line): WorkedRow => JSON.parse(line))

/** A figure by the name that the rows have for it: of the option first, then of its charges. */
function getFigure(option: ShippingOption, name: string): unknown {
  if (name === 'reasons') return option.unavailableReasons
  const sources: Record<string, unknown>[] = [option, option.feeDetail]
  return sources.find((source) => name in source)?.[name]
}

describe('parcels worked out by hand', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  test('there are all of them', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(25)
  })

  test.each(rows)('$id: $why', async ({ card, fx, request, status, expect: expected }) => {
    const sent = { card, activate: true, ...(fx !== null && { fx }) }
    const imported = await app().post('/shipping/rateCards', sent, { authorization: tokens.admin })
    expect([imported.status, imported.body?.message]).toEqual([200, expect.any(String)])
    for (const address of ['/api/v1/get_estimation', '/get_estimation']) {
      const reply = await app().send(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      })
      expect(reply.status).toBe(status)
      if (!Array.isArray(expected)) {
        expect(reply.body).toMatchObject({ success: false, ...expected })
        continue
      }
      const options: ShippingOption[] = Object(reply.body).data
      expect(options.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      const got = options.map((option, index) =>
        Object.fromEntries(Object.keys(expected[index] ?? {}).map((name) => [name, getFigure(option, name)])),
      )
      expect(got).toEqual(expected)
    }
  })
})
