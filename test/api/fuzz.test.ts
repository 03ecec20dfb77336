import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contract } from '#main/contract.ts'
import { verifyData } from '#operations/verify.ts'
import type { Endpoint } from '#shared/contract.ts'
import { apiBase } from '#shared/paths.ts'
import { anAgent, aProduct, aQcPhoto, aReview } from '#support/factories.ts'
import { dataPart, filePart, formType, onePixel, rawForm } from '#support/forms.ts'
import type { Reply } from '#support/http-client.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const seed = 20_261_121
const requests = 1500
/** Of every row that a request may name. */
const rowId = '0b5c1e1e-7a64-4c0e-9d3c-2f6f2a1d8e01'

/** Values that some schema takes, values that break naive code, and noise. */
const values = fc.oneof(
  fc.constantFrom(
    ...['true', 'false', 'All', '', '1', '0', '-1', '1.5', '1e309', 'NaN', 'null', '1000', '99.99', '1688'],
    ...[
      rowId,
      rowId.toUpperCase(),
      '2',
      '999999',
      'denied',
      'admin',
      'exact',
      'part',
      'person-1@example.com',
    ],
    ...['taobao', 'ALI_1688', 'tmall', 'weidian', 'approved', 'pending', '42', "1' or '1'='1", '__proto__'],
    ...[
      'constructor',
      '../../etc/passwd',
      '\0',
      '\ud800',
      '{id}',
      '%s%n',
      '💩',
      'https://weidian.com/item.html?itemID=42',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ minLength: 60, maxLength: 3000 }),
)

/** The same as JSON, with what no address can say. */
const jsonValues = fc.oneof(
  values,
  fc.constantFrom<unknown>(null, true, 0, 5, -1, 2.5, 1e308, [], {}, ['x'], { $ne: null }, { id: '42' }),
  fc.constantFrom<unknown>(
    { taobao: 'https://a.example/{id}', weidian: '', ali_1688: '' },
    '4.5x4.5x1',
    'Ann',
  ),
)

/** An object with some of the keys that the call takes, and some that it does not. */
function createBodies({ body }: Endpoint): fc.Arbitrary<string> {
  const shape = body && ('shape' in body ? body.shape : body.unwrap().shape)
  const names = [...Object.keys(shape ?? {}), 'x', 'constructor']
  return fc
    .record(Object.fromEntries(names.map((name) => [name, jsonValues])), { requiredKeys: [] })
    .map((value) => JSON.stringify(value))
}

type FuzzRequest = {
  path: string
  method: string
  body: string | Buffer | undefined
  type: string | undefined
  token: string | undefined
}

/** A request to one of the contract's calls, well-formed enough to get past the first check now and then. */
function createRequests(endpoint: Endpoint): fc.Arbitrary<FuzzRequest> {
  const names = [...Object.keys(endpoint.query?.shape ?? {}), 'x', '__proto__']
  const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom('', '', '', '[]', '[a]'), values)
  const search = fc
    .array(pair, { maxLength: 6 })
    .map((pairs) => pairs.map(([name, suffix, value]) => `${name}${suffix}=${encodeValue(value)}`).join('&'))
  const path = values.map((value) => endpoint.path.replaceAll(/\{\w+\}/g, () => encodeValue(value) || '1'))
  const bodies = fc.oneof(
    { weight: 4, arbitrary: createBodies(endpoint) },
    fc.json({ maxDepth: 6 }),
    fc.record({ texts: fc.array(values, { maxLength: 20 }) }).map((body) => JSON.stringify(body)),
    fc.string({ maxLength: 200 }),
  )
  const forms = fc
    .tuple(bodies, fc.constantFrom(onePixel, 'no picture'), fc.nat(400))
    .map(([data, file, cut]) => {
      const { body } = rawForm([dataPart(data), filePart(file)])
      return cut < body.length ? Buffer.concat([body.subarray(0, cut), body.subarray(cut + 1)]) : body
    })
  return fc.record({
    path: fc.tuple(path, search).map(([start, end]) => `${apiBase}${start}?${end}`),
    method: fc.constant(endpoint.method),
    body: endpoint.file ? forms : endpoint.body ? bodies : fc.constant(undefined),
    type: fc.constant(endpoint.file ? formType : endpoint.body && 'application/json'),
    token: fc.constantFrom(undefined, tokens.user, tokens.admin, 'unknown'),
  })
}

/** As a browser would write it, but for lone halves of characters, which become broken bytes. */
function encodeValue(value: string): string {
  return value.isWellFormed() ? encodeURIComponent(value) : '%ed%a0%80'
}

/** Either an answer or a refusal, in the one envelope, and never a fault of ours. */
function expectEnvelope({ status, body, headers }: Reply): void {
  expect(status).toBeLessThan(500)
  expect(headers['x-request-id']).toBeDefined()
  if (status === 431) return // Node answers by itself when the address is too long for it.
  expect(body).toMatchObject({ success: status === 200, statusCode: status, message: expect.any(String) })
}

describe('made-up requests', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  test.each(Object.entries(contract))('%s never fails', async (_name, endpoint) => {
    const item = { itemId: '42', shopType: 'taobao' } as const
    await aProduct(database.db, { id: rowId, ratingSum: 4, reviewCount: 1, ...item })
    await aReview(database.db, { id: rowId, ...item })
    await aQcPhoto(database.db, item)
    await anAgent(database.db, { id: rowId, isSelected: true })
    await anAgent(database.db)
    const runs = Math.ceil(requests / Object.keys(contract).length)
    const property = fc.asyncProperty(
      createRequests(endpoint),
      async ({ path, method, body, type, token }) => {
        const headers = {
          ...(token && { authorization: token }),
          ...(type && { 'content-type': type }),
        }
        expectEnvelope(await app().send(path, { method, headers, ...(body !== undefined && { body }) }))
      },
    )
    await fc.assert(property, { seed, numRuns: runs })
    expect(await verifyData(database.db)).toEqual([])
  })
})
