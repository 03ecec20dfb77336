import { expect, test } from 'vitest'
import { contract } from '#main/contract.ts'
import { apiBase } from '#shared/paths.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createInventory } from './inventory.ts'

const database = useDatabase()
const app = useApp(database)

/** What the server has routes for, as it prints them itself: `├── /path (GET, HEAD)`, below it what goes on from there. */
function listPrinted(): string[] {
  const lines = app().app.printRoutes({ commonPrefix: false }).trimEnd().split('\n')
  const above: string[] = []
  return lines.map((line) => {
    const [, indent = '', path = ''] = /^([│ ]*)[├└]── (\S+) \([^)]+\)$/.exec(line) ?? []
    const depth = indent.length / 4
    above[depth] = (above[depth - 1] ?? '') + path
    return above[depth]
  })
}

test('the inventory lists exactly the existing routes', () => {
  const { calls, other } = createInventory(contract)
  const listed = [
    ...calls.flatMap(({ path, aliases }) => [path, ...aliases]),
    ...other.map(({ path }) => path),
  ]
  const written = listed.map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/^\/\*$/, '*'))
  // What is below the API's base and no call has an answer too: that there is nothing.
  const served = listPrinted().filter((path) => path !== apiBase && path !== `${apiBase}*`)
  expect(new Set(written)).toEqual(new Set(served))
  expect(served.length).toBeGreaterThan(30)
})

test('routes beside the calls accept only the listed methods', async () => {
  const { other } = createInventory(contract)
  const isListed = (path: string, method: string) =>
    other.some((route) => route.path === path && route.method === method)
  for (const { path } of other) {
    const address = path.replaceAll(/\{\w+\}/g, 'x').replace('*', 'no-such-page')
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !isListed(path, each))) {
      const { status } = await app().send(address, { method })
      expect([404, 405]).toContain(status)
    }
  }
})

test('lists a call with the settings of its contract', () => {
  const { calls } = createInventory(contract)
  expect(calls.find(({ name }) => name === 'refreshToken')).toEqual({
    name: 'refreshToken',
    method: 'POST',
    path: '/api/v1/auth/refresh-token',
    aliases: [],
    access: 'anyone',
    adminOnly: [],
    adminMayOmit: [],
    forAdmins: null,
    cookies: 'session',
    file: null,
    limit: { count: 300, seconds: 300 },
  })
  expect(calls.find(({ name }) => name === 'getAllUser')).toMatchObject({
    access: 'admin',
    cookies: null,
    limit: null,
  })
  expect(calls.find(({ name }) => name === 'findReview')).toMatchObject({
    access: 'anyone',
    adminOnly: ['status', 'match'],
    adminMayOmit: ['product_code'],
    forAdmins: 'reviews in any status, of any item.',
  })
  expect(calls.find(({ name }) => name === 'postReview')?.access).toBe('member')
  expect(calls.find(({ name }) => name === 'createAgent')).toMatchObject({
    access: 'admin',
    file: 'required',
  })
  expect(calls.find(({ name }) => name === 'updateAgent')?.file).toBe('optional')
  expect(calls.find(({ name }) => name === 'getAllProduct')?.aliases).toEqual([
    '/api/v1/products/getPopularProduct',
  ])
  expect(calls.find(({ name }) => name === 'get_estimation')).toMatchObject({
    path: '/api/v1/get_estimation',
    aliases: ['/get_estimation'],
    access: 'anyone',
  })
})
