import { afterAll, describe, expect, test } from 'vitest'
import { limitCounters, productInfos } from '#db/schema.ts'
import { DAY_MS } from '#shared/time.ts'
import { startSimulator } from '#simulator/simulate.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { renderer } from './render.tsx'

const simulator = await startSimulator({ port: 0 })
afterAll(() => simulator.close())

const pictures = new URL(simulator.getSourceUrl('pictures')).origin
const env = {
  QC_URL: simulator.getSourceUrl('qc'),
  IMAGE_HOSTS: pictures,
  TRUST_PROXY: 'on',
  RATE_MULTIPLIER: '0.05',
}
/** Of the 120 that a network may have in five minutes. */
const most = 6

let items = 900_100
const newItem = () => String(items++)
let networks = 0
const aNetwork = () => ({ 'x-forwarded-for': `192.0.2.${networks++}` })

describe('fetching photos of unknown items', () => {
  const database = useDatabase()
  const app = useApp(database, { env, renderer })
  const ask = (item: string, from: Record<string, string>) =>
    app().get(`/qc-external?shopType=weidian&goodsId=${item}`, from)
  const fetchPage = (item: string, from: Record<string, string>) =>
    app().send(`/product/weidian/${item}`, { headers: { ...from, accept: 'text/html' } })

  /** A network from which no more may be asked, and the items it asked for. */
  async function anEager() {
    const from = aNetwork()
    const seen = Array.from({ length: most }, newItem)
    for (const item of seen) expect((await ask(item, from)).status).toBe(200)
    return { from, seen }
  }

  test('is limited for each network alone', async () => {
    const { from, seen } = await anEager()
    const calls = simulator.calls('qc')
    const refused = await ask(newItem(), from)
    expect([refused.status, refused.body?.code]).toEqual([429, 'TOO_MANY'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(simulator.calls('qc')).toBe(calls)
    for (const item of seen) expect((await ask(item, from)).status).toBe(200)
    expect((await ask(newItem(), aNetwork())).status).toBe(200)
  })

  test('counts nothing of what is stored', async () => {
    const { seen } = await anEager()
    const { from } = await anEager()
    for (const item of seen) expect((await ask(item, from)).status).toBe(200)
  })

  test('counts an item once, however many ask for it at once', async () => {
    const [item, from] = [newItem(), aNetwork()]
    const calls = simulator.calls('qc')
    const replies = await Promise.all(Array.from({ length: 500 }, () => ask(item, from)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(simulator.calls('qc') - calls).toBe(1)
    expect(await database.db.select({ points: limitCounters.points }).from(limitCounters)).toEqual([
      { points: 1 },
    ])
  })

  test('a page of one too many comes without them, and the next visitor’s with them', async () => {
    const { from } = await anEager()
    const item = newItem()
    const calls = simulator.calls('qc')
    const page = await fetchPage(item, from)
    expect([page.status, page.text.includes('/img/')]).toEqual([200, false])
    expect(simulator.calls('qc')).toBe(calls)
    expect((await fetchPage(item, aNetwork())).text).toContain('/img/')
    expect((await fetchPage(item, from)).text).toContain('/img/')
  })

  test('pages count as well', async () => {
    const from = aNetwork()
    for (let at = 0; at < most; at += 1) expect((await fetchPage(newItem(), from)).text).toContain('/img/')
    expect((await ask(newItem(), from)).status).toBe(429)
  })

  test('counts nothing when no source is to be asked', async () => {
    await app().features.qcPhotos.outside.find({ shopType: 'weidian', itemId: newItem() })
    expect(await database.db.$count(limitCounters)).toBe(0)
  })
})

describe('requests to outside sources of item data', () => {
  const database = useDatabase()
  const app = useApp(database, {
    env: {
      PRODUCT_INFO_URL: simulator.getSourceUrl('product-info'),
      IMAGE_HOSTS: pictures,
      TRUST_PROXY: 'on',
      RATE_MULTIPLIER: '0.05',
    },
    renderer,
  })
  const ask = (item: string, from: Record<string, string>) =>
    app().get(`/product-info?shopType=weidian&productCode=${item}`, from)
  const fetchPage = (item: string, from: Record<string, string>) =>
    app().send(`/product/weidian/${item}`, { headers: { ...from, accept: 'text/html' } })

  useTokens(database)

  async function anEager() {
    const from = aNetwork()
    const seen = Array.from({ length: most }, newItem)
    for (const item of seen) expect((await ask(item, from)).body?.data).toMatchObject({ state: 'known' })
    return { from, seen }
  }

  test('is limited for each network alone', async () => {
    const { from, seen } = await anEager()
    const calls = simulator.calls('product-info')
    const refused = await ask(newItem(), from)
    expect([refused.status, refused.body?.code]).toEqual([429, 'TOO_MANY'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(simulator.calls('product-info')).toBe(calls)
    for (const item of seen) expect((await ask(item, from)).status).toBe(200)
    expect((await ask(newItem(), aNetwork())).body?.data).toMatchObject({ state: 'known' })
  })

  test('returns the stored photos, however old, when the limit is reached', async () => {
    const { seen } = await anEager()
    const { from } = await anEager()
    const tenDaysAgo = new Date(Date.now() - 10 * DAY_MS)
    await database.db.update(productInfos).set({ fetchedAt: tenDaysAgo })
    const calls = simulator.calls('product-info')
    const [item = ''] = seen
    expect((await ask(item, from)).body?.data).toMatchObject({
      state: 'known',
      fetchedAt: tenDaysAgo.toISOString(),
    })
    expect(simulator.calls('product-info')).toBe(calls)
  })

  test('a page of one too many is served without, and the next visitor’s with what it is', async () => {
    const from = aNetwork()
    for (let at = 0; at < most; at += 1) expect((await fetchPage(newItem(), from)).text).toContain('/img/')
    const item = newItem()
    const calls = simulator.calls('product-info')
    const page = await fetchPage(item, from)
    expect([page.status, page.text.includes('/img/')]).toEqual([200, false])
    expect(simulator.calls('product-info')).toBe(calls)
    expect((await fetchPage(item, aNetwork())).text).toContain('/img/')
  })

  test('counts nothing for an admin', async () => {
    const from = { authorization: tokens.admin, ...aNetwork() }
    for (let at = 0; at <= most; at += 1)
      expect((await ask(newItem(), from)).body?.data).toMatchObject({ state: 'known' })
  })
})
