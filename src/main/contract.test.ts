import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/contract.ts'
import { apiBase } from '#shared/paths.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'
import { contract } from './contract.ts'

const calls = Object.values<Endpoint>(contract).map((endpoint) => ({
  ...endpoint,
  paths: [endpoint.path, ...(endpoint.aliases ?? [])],
}))

test('the API on one page', () => {
  const lines = calls.flatMap(({ method, paths, access }) =>
    paths.map((path) => `${method} ${path} ${access}`),
  )
  expect(lines.toSorted()).toEqual([
    'GET /agent/getAgent anyone',
    'GET /links/convert anyone',
    'GET /links/parse anyone',
    'GET /product-info anyone',
    'GET /products/findProductById anyone',
    'GET /products/getAllProduct anyone',
    'GET /products/getPopularProduct anyone',
    'GET /qc-external anyone',
    'GET /qc-photos/{id} anyone',
    'GET /review/findReview anyone',
    'GET /site/settings anyone',
    'POST /links/parse anyone',
  ])
})

describe.each(modes.slice(0, 1))('every call on %s', (mode) => {
  const database = useDatabase(mode)
  useTokens(database)
  const app = useApp(database)
  const principals = { visitor: undefined, user: tokens.user, admin: tokens.admin }

  test.each(calls)('$method $path lets in whom its contract names, and nobody else', async (call) => {
    const { method, path, access } = call
    for (const [who, token] of Object.entries(principals)) {
      const url = apiBase + path.replaceAll(/\{\w+\}/g, '123')
      const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
      const { status } = await app().send(url, { method, headers, ...(method === 'POST' && { body: '{}' }) })
      expect(status === 401).toBe(access !== 'anyone' && who === 'visitor')
      expect(status === 403).toBe(access === 'admin' && who === 'user')
      expect(status).toBeLessThan(500)
    }
  })

  test('the description is OpenAPI 3.1 and lists exactly the calls', async () => {
    const { body } = await app().get('/openapi.json')
    expect(body?.openapi).toBe('3.1.0')
    const described = Object.entries(body?.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const written = calls.map(({ method, path }) => `${method} ${apiBase}${path}`)
    expect(described.toSorted()).toEqual(written.toSorted())
  })
})
