import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { anApp, type TestApp, tokens, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { readExampleSources } from '#test/fixtures/example-sources.ts'

const overviewSchema = z.object({
  data: z.object({ health: z.array(z.object({ name: z.string(), level: z.string(), note: z.string() })) }),
})

describe('sources of item data that the operator buys, over HTTP', () => {
  const database = useDatabase()
  useTokens(database)
  const folder = mkdtempSync(join(tmpdir(), 'products-'))
  const seller = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'x-left': '0', 'retry-after': '600' })
      .end('{"title": "Metered tee", "price": "59"}')
  })
  let simulator: Simulator
  let app: TestApp
  beforeAll(async () => {
    simulator = await startSimulator({ port: 0 })
    await new Promise<void>((resolve) => seller.listen(0, '127.0.0.1', resolve))
    // A server that listens on a port has an address with it.
    const sellerUrl = `http://127.0.0.1:${(seller.address() as AddressInfo).port}/{id}`
    const [onebound] = readExampleSources('onebound.json', simulator.getSourceUrl('onebound')).sources
    const metered = {
      name: 'Metered',
      url: sellerUrl,
      marketplaces: { weidian: 'W' },
      titleAt: 'title',
      priceAt: 'price',
      quotaHeader: 'X-Left',
    }
    const imageHosts = [new URL(simulator.getSourceUrl('pictures')).origin]
    const file = join(folder, 'products.json')
    const bought = { ...onebound, marketplaces: { taobao: 'taobao' }, imageHosts }
    writeFileSync(file, JSON.stringify({ sources: [bought, metered] }))
    const env = { PRODUCT_SOURCES: file, ONEBOUND_KEY: 'k3y-of-ours', ONEBOUND_SECRET: 's3cret' }
    app = await anApp({ database, env })
  })
  afterAll(async () => {
    await app.close()
    seller.closeAllConnections()
    seller.close()
    await simulator.close()
    rmSync(folder, { recursive: true })
  })

  const readLines = async () => {
    const { body } = await app.get('/overview', { authorization: tokens.admin })
    const { health } = overviewSchema.parse(body).data
    return health.filter(({ name }) => name.startsWith('Product information'))
  }

  test('return an item with its pictures, and are named as its source', async () => {
    const { body } = await app.get('/product-info?shopType=taobao&productCode=652874751412')
    const picture = expect.stringMatching(/^\/img\/[\w-]+\/720\/[\w-]+\.webp$/)
    expect(body).toMatchObject({
      data: {
        state: 'known',
        source: 'product:Onebound',
        sourceLabel: 'Onebound',
        productInfo: { title: 'Bought T-shirt 652874751412', imgList: [picture, picture, picture] },
      },
    })
  })

  test('have a line each on the dashboard, with the quota that is used up', async () => {
    expect((await app.get('/product-info?shopType=weidian&productCode=7711603445')).body).toMatchObject({
      data: { state: 'known', sourceLabel: 'Metered' },
    })
    expect((await app.get('/product-info?shopType=weidian&productCode=7711603446')).body).toMatchObject({
      data: { state: 'unavailable' },
    })
    expect(await readLines()).toEqual([
      { name: 'Product information', level: 'off', note: 'PRODUCT_INFO_URL is not set' },
      { name: 'Product information, Onebound', level: 'ok', note: expect.stringMatching(/ a call$/) },
      {
        name: 'Product information, Metered',
        level: 'down',
        note: expect.stringMatching(/^0 calls left, paused until \d\d:\d\d UTC\. Showing stored data\.$/),
      },
    ])
  })

  test('leave no secret in the log', () => {
    expect(JSON.stringify(app.logged)).not.toMatch(/k3y-of-ours|s3cret/)
  })
})
