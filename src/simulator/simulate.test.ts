import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Simulator, startSimulator } from './simulate.ts'
import { faults, findFault } from './simulate-faults.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ port: 0 })
})
afterEach(() => {
  simulator.setFault('all', 'none')
})
afterAll(() => simulator.close())

const item = '/product-info?platform=TAOBAO&productID=652874751412'
const get = (path: string) =>
  fetch(simulator.url + path, { redirect: 'manual', signal: AbortSignal.timeout(5_000) })
const control = (value: unknown) =>
  fetch(`${simulator.url}/control`, { method: 'POST', body: JSON.stringify(value) })

test.each([
  ['the product source', item, 'application/json'],
  ['the QC source', '/qc?shopType=weidian&goodsId=7711603445', 'application/json'],
  ['pictures', '/pictures/652874751412-1.png', 'image/png'],
  ['Weidian’s page', '/weidian-page/item.html?itemID=7711603445', 'text/html; charset=utf-8'],
  [
    'Weidian’s data call',
    '/weidian-data/detail/getItemSkuInfo/1.0?param={"itemId":"7711603445"}',
    'application/json',
  ],
  ['the issuer of sign-ins', '/google/.well-known/openid-configuration', 'application/json'],
  ['exchange rates', '/exchange-rates', 'text/xml'],
  ['its keys', '/google-keys', 'application/json'],
  ['its page', '/google/authorize?redirect_uri=http://127.0.0.1/auth/google', 'text/html; charset=utf-8'],
])('%s always sends the same response', async (_name, path, type) => {
  const [first, second] = [await get(path), await get(path)]
  expect([first.status, first.headers.get('content-type')]).toEqual([200, type])
  expect(Buffer.from(await first.arrayBuffer()).equals(Buffer.from(await second.arrayBuffer()))).toBe(true)
})

test('returns 404 for unknown paths', async () => {
  const paths = ['/', '/product-info', '/pictures/../secret.png', '/weidian-data/x?param={"itemId":"a\\"b"}']
  for (const path of paths) expect((await get(path)).status).toBe(404)
})

test('sets, lists and ends a fault for one source or all', async () => {
  const set = await (await control({ source: 'product-info', fault: 'down' })).json()
  expect(set).toMatchObject({ set: { 'product-info': 'down' } })
  expect([(await get(item)).status, (await get('/qc?goodsId=1')).status]).toEqual([503, 200])
  await control({ source: 'all', fault: 'unauthorized' })
  const refused = await get('/qc?goodsId=1')
  expect([refused.status, await refused.json()]).toEqual([401, { message: 'Unauthorized', code: 401 }])
  await control({ source: 'all', fault: 'none' })
  expect((await get(item)).status).toBe(200)
  const state = await (await get('/control')).json()
  expect(state.set).toEqual({})
  expect(state.calls['product-info']).toBeGreaterThanOrEqual(2)
})

test('rejects a command without a source or a fault', async () => {
  const orders = [{}, null, 'down', { source: 'product-info' }, { source: 'unknown', fault: 'down' }]
  orders.push({ source: 'all', fault: 'constructor' }, { source: 'all', fault: 'nothing' })
  for (const order of orders) expect((await control(order)).status).toBe(400)
  const broken = await fetch(`${simulator.url}/control`, { method: 'POST', body: '{"source":' })
  expect(broken.status).toBe(400)
})

test('accepts a fault in the path or at the beginning of an item’s id', async () => {
  expect((await get(`/faulty/bad-gateway${item}`)).status).toBe(502)
  expect((await get('/product-info?productID=forbidden-7')).status).toBe(403)
  expect((await get('/pictures/too-many9.png')).status).toBe(429)
  expect((await get('/weidian-page/item.html?itemID=redirect-inside')).headers.get('location')).toBe(
    `${simulator.url}/inside`,
  )
})

test.each([
  ['slow', 'slow'],
  ['slower-1', 'slower'],
  ['slowest', undefined],
  ['error', 'error'],
  ['error-code', 'error-code'],
  ['error-1', 'error'],
  ['652874751412', undefined],
  ['constructor', undefined],
])('the item id %s has the fault %s', (id, fault) => {
  expect(findFault(id)).toBe(fault)
})

test('supports the known faults of outside sources', () => {
  expect(Object.keys(faults).length).toBeGreaterThanOrEqual(22)
})
