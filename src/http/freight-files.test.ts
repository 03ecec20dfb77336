import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import { renderer } from '#main/render.tsx'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const database = useDatabase()
const app = useApp(database, { renderer })

describe.each([
  ['/country.json', countries],
  ['/category.json', categories],
])('%s', (address, content) => {
  test('holds the data that the server itself uses', async () => {
    const reply = await app().send(address)
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]+"$/),
      'x-content-type-options': 'nosniff',
    })
    expect(reply.body).toEqual(content)
  })

  test('is compressed for clients that accept it', async () => {
    const br = await app().send(address, { headers: { 'accept-encoding': 'gzip, br' } })
    const gzip = await app().send(address, { headers: { 'accept-encoding': 'gzip' } })
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(JSON.parse(brotliDecompressSync(br.bytes).toString())).toEqual(content)
    expect(JSON.parse(gunzipSync(gzip.bytes).toString())).toEqual(content)
    expect(new Set([br.headers.etag, gzip.headers.etag, (await app().send(address)).headers.etag]).size).toBe(
      3,
    )
  })

  test('returns 304 to a client that has it', async () => {
    const { headers } = await app().send(address)
    const again = await app().send(address, { headers: { 'if-none-match': String(headers.etag) } })
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    const other = await app().send(address, { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  test('answers HEAD without a body, and rejects other methods', async () => {
    const head = await app().send(address, { method: 'HEAD' })
    expect([head.status, head.bytes.length, Number(head.headers['content-length']) > 1000]).toEqual([
      200,
      0,
      true,
    ])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await app().send(address, { method })).status).toBe(405)
  })

  test('has no other paths', async () => {
    const requests = [
      `${address}/`,
      `/..${address}`,
      `${address}/../package.json`,
      `/%2e%2e${address}`,
      `/x${address}`,
    ]
    for (const path of requests) {
      const reply = await app().send(path)
      expect([path, reply.status, reply.body]).toEqual([path, 404, {}])
    }
  })
})

test('countries have a code, a name and a flag, categories a unique id', () => {
  for (const { code, name, flag } of countries) {
    expect([/^[A-Z]{2}$/.test(code), name !== '', flag]).toEqual([true, true, `/flags/${code}.svg`])
  }
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
  const ids = categories.flatMap(({ id, children }) => [id, ...children.map((child) => child.id)])
  expect(new Set(ids).size).toBe(ids.length)
})
