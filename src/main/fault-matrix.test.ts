import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { startSimulator } from '#simulator/simulate.ts'
import type { FaultName } from '#simulator/simulate-faults.ts'
import { aUser, password, passwordHash } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { clientId, createGoogleVisitor } from '#test/fixtures/google-fixture.ts'
import { renderer } from './render.tsx'

// The whole matrix runs on the built site with the real times: `npm run battery -- faults`.
const simulator = await startSimulator({ port: 0 })
afterEach(() => {
  simulator.setFault('all', 'none')
})
afterAll(() => simulator.close())

vi.setConfig({ testTimeout: 60_000 }) // some faults are found out by waiting

const { getSourceUrl } = simulator
const env = {
  RATE_MULTIPLIER: '1000',
  BREAKER_RESET_MS: '2000',
  PRODUCT_INFO_URL: getSourceUrl('product-info'),
  QC_URL: getSourceUrl('qc'),
  IMAGE_HOSTS: new URL(getSourceUrl('pictures')).origin,
  SMTP_URL: getSourceUrl('smtp'),
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_ISSUER: getSourceUrl('google'),
}
const patience = { timeout: 15_000, interval: 250 }

let items = 652_874_751_412
/** An item that no test requested before. */
const newItem = () => String(items++)
const times = <T>(count: number, ask: () => Promise<T>) => Promise.all(Array.from({ length: count }, ask))

describe('a source with a fault', () => {
  const database = useDatabase()
  const app = useApp(database, { env, renderer })

  const info = async () => {
    const { status, body } = await app().get(`/product-info?shopType=taobao&productCode=${newItem()}`)
    return `${status} ${Object(body?.data).state}`
  }
  const qc = async () => {
    const { status, body } = await app().get(`/qc-external?shopType=taobao&goodsId=${newItem()}`)
    const [first] = Array.isArray(body?.data) ? body.data : []
    return `${status} ${body?.data === null ? 'null' : `${first.imgs.length} photos`}`
  }
  const page = async (item = newItem()) =>
    (await app().send(`/product/taobao/${item}`, { headers: { accept: 'text/html' } })).text

  /** A logged-in user, and the results of reading and of refreshing the session. */
  async function aMember() {
    const { email } = await aUser(database.db, { passwordHash })
    const login = await app().post('/auth/login', { email, password })
    const cookie = (login.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
    const token = String(login.body?.approvalToken)
    return async () => {
      const me = await app().get('/users/me', { authorization: token })
      const renewed = await app().post('/auth/refresh-token', {}, { cookie, 'sec-fetch-site': 'same-origin' })
      return [me.status, renewed.status]
    }
  }

  /** A source that is left alone may be tried once meanwhile. */
  async function expectLeftAlone(source: string, ask: () => Promise<unknown>): Promise<void> {
    const broke = app().logged.filter(
      ({ msg }) => msg === 'source failed repeatedly, its circuit breaker opened',
    )
    expect(broke.length).toBeGreaterThan(0)
    const before = simulator.calls(source)
    await times(12, ask)
    expect(simulator.calls(source) - before).toBeLessThanOrEqual(1)
  }

  test.each(['down', 'unauthorized', 'silent'] as const)('product information: %s', async (fault) => {
    const visit = await aMember()
    const seen = newItem()
    await app().get(`/product-info?shopType=taobao&productCode=${seen}`)
    simulator.setFault('product-info', fault)
    expect(new Set(await times(8, info))).toEqual(new Set(['200 unavailable']))
    await expectLeftAlone('product-info', info)
    const text = await page()
    expect(text).toContain('Product information is temporarily unavailable.')
    expect(text).not.toMatch(/unauthorized/i)
    expect(await page(seen)).toContain(`Simulated T-shirt ${seen}`)
    expect(await visit()).toEqual([200, 200])
    simulator.setFault('all', 'none')
    await expect.poll(info, patience).toBe('200 known')
  })

  test.each(['html', 'cut'] as const)('QC photos: %s', async (fault) => {
    const visit = await aMember()
    simulator.setFault('qc', fault)
    expect(new Set(await times(8, qc))).toEqual(new Set(['200 null']))
    await expectLeftAlone('qc', qc)
    expect(await page()).toContain('We couldn&#x27;t load the QC photos.')
    expect(await visit()).toEqual([200, 200])
    simulator.setFault('all', 'none')
    await expect.poll(qc, patience).toBe('200 4 photos')
  })

  test.each(['refused', 'huge'] as const)('pictures: %s', async (fault) => {
    const visit = await aMember()
    const { body } = await app().get(`/product-info?shopType=taobao&productCode=${newItem()}`)
    const { imgList } = Object(Object(body?.data).productInfo)
    const [seen, ...others] = imgList.map((address: string) => address.split('#')[0])
    const fetchStatus = async (path: string) => (await app().send(path)).status
    expect(await fetchStatus(seen)).toBe(200)
    simulator.setFault('pictures', fault)
    expect(await Promise.all(others.slice(1).map(fetchStatus))).toEqual([404, 404, 404])
    expect([await fetchStatus(seen), await visit()]).toEqual([200, [200, 200]])
    simulator.setFault('all', 'none')
    await expect.poll(() => fetchStatus(others[0]), patience).toBe(200)
  })

  test.each(['reset', 'too-many'] as const)('mail: %s', async (fault) => {
    const visit = await aMember()
    simulator.setFault('smtp', fault)
    const email = `${fault}@example.com`
    const registered = await app().post('/users/createUser', { name: 'Mat Ruler', email, password })
    expect([registered.status, registered.body?.message]).toEqual([200, 'Account Created Successfullt!'])
    await expect.poll(() => simulator.calls('smtp'), patience).toBeGreaterThan(0)
    const timesCome = () => simulator.mails().filter(({ to }) => to.includes(email)).length
    expect([timesCome(), await visit()]).toEqual([0, [200, 200]])
    simulator.setFault('all', 'none')
    await expect.poll(timesCome, patience).toBe(1)
  })
})

describe('keys with a fault', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { ...env, GOOGLE_ISSUER: `${simulator.url}/google` } })
  const visitor = createGoogleVisitor(app, simulator)

  test('Google: a circle of redirects', async () => {
    const fault: FaultName = 'redirect-loop'
    const signIn = async () => {
      const { status, body } = await visitor.logIn({ credential: await visitor.credential() })
      return `${status} ${body?.message}`
    }
    simulator.setFault('google-keys', fault)
    for (let tried = 0; tried < 8; tried += 1)
      expect(await signIn()).toBe('401 Google sign-in could not be verified.')
    const before = simulator.calls('google-keys')
    await times(6, signIn)
    expect(simulator.calls('google-keys') - before).toBeLessThanOrEqual(6) // one way round is six questions
    simulator.setFault('all', 'none')
    await expect.poll(signIn, patience).toBe('404 There is no account with this email yet.')
    simulator.setFault('google-keys', fault)
    expect(await signIn()).toBe('404 There is no account with this email yet.')
  })
})
