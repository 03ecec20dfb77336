import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { itemPrices, productInfos, products } from '#db/schema.ts'
import { aProduct, aQcPhoto, aReview } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'
import { claims, popularClaims } from '../claims.ts'
import { readKeptClaims } from './claims-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'claims-'))
afterAll(() => rmSync(folder, { recursive: true }))
function aFile(content: string): string {
  const name = join(folder, `${Math.random()}.json`)
  writeFileSync(name, content)
  return name
}

const always = [
  'works with the agent of your choice',
  'real customer photos',
  'avoid bait and switch sellers',
]
const ofDays = (days: number) => sql`now() - ${days} * interval '1 day'`

describe.each(modes)('the claims over HTTP on %s', (mode) => {
  const database = useDatabase(mode)
  const loopback = useApp(database, { env: { PUBLIC_URL: 'http://localhost:3000' } })
  const site = useApp(database, { env: { PUBLIC_URL: 'https://items.example' } })
  const kept = ['trusted by 500K+ shoppers', 'updated daily']
  const keeping = useApp(database, {
    env: { PUBLIC_URL: 'https://items.example', CLAIMS: aFile(JSON.stringify(kept)) },
  })
  async function drawn(app = site()): Promise<string[]> {
    await app.invalidation.publish([['catalogueFacts']])
    return Object((await app.get('/products/catalogueFacts')).body).data.claims
  }
  /** An item of the site's own that nobody touched for two days. */
  async function anOldItem() {
    const item = await aProduct(database.db, {
      thumbnail: 'uploads/tote.webp',
      pictures: ['uploads/tote.webp'],
    })
    await database.db.update(products).set({ createdAt: ofDays(2), updatedAt: ofDays(2) })
    return { shopType: item.shopType, itemId: item.itemId }
  }
  const anInfo = { info: {} as never, source: 'product-info' }

  test('are none while the site has no item, also on a loopback address and with a file', async () => {
    expect([await drawn(loopback()), await drawn(), await drawn(keeping())]).toEqual([[], [], []])
  })

  test('are drawn word for word on a loopback address', async () => {
    await anOldItem()
    expect(await drawn(loopback())).toEqual([...claims])
    expect(popularClaims).toEqual([
      'trusted by 500K+ shoppers',
      'all links verified active',
      'real-time updates',
      'works with the agent of your choice',
    ])
  })

  test('are all drawn where the demo catalogue stands alone, and not beside goods of the site', async () => {
    await aProduct(database.db, { thumbnail: 'demo/tote/shop-1.webp', updatedAt: new Date('2026-01-01') })
    expect(await drawn()).toEqual([...claims])
    await anOldItem()
    expect(await drawn()).toEqual(always)
  })

  test('elsewhere those that need no proof, and those that the operator keeps', async () => {
    await anOldItem()
    expect(await drawn()).toEqual(always)
    expect(await drawn(keeping())).toEqual(claims.filter((claim) => [...always, ...kept].includes(claim)))
  })

  test('‘all links verified active’ where a source gave every item within 7 days', async () => {
    const { db } = database
    const claim = 'all links verified active'
    const [one, two] = [await anOldItem(), await anOldItem()]
    await db.insert(productInfos).values({ ...one, ...anInfo, fetchedAt: ofDays(6) })
    expect(await drawn()).not.toContain(claim)
    await db.insert(productInfos).values({ ...two, ...anInfo, source: 'catalogue', fetchedAt: ofDays(1) })
    expect(await drawn()).not.toContain(claim)
    const price = { ...two, priceFen: 100, source: 'product-info' }
    await db.insert(itemPrices).values({ ...price, firstSeen: ofDays(9), lastSeen: ofDays(3) })
    expect(await drawn()).toContain(claim)
    await db.update(productInfos).set({ fetchedAt: ofDays(8) })
    expect(await drawn()).not.toContain(claim)
  })

  test.each([
    ['an item', async () => database.db.update(products).set({ updatedAt: ofDays(0.9) })],
    ['a QC photo', async () => aQcPhoto(database.db)],
    ['a review', async () => aReview(database.db)],
    [
      'a price',
      async () =>
        database.db
          .insert(itemPrices)
          .values({ shopType: 'taobao', itemId: 'tote', priceFen: 100, source: 'product-info' }),
    ],
  ])('‘updated daily’ and ‘real-time updates’ where %s changed within 24 hours', async (_what, change) => {
    await anOldItem()
    expect(await drawn()).toEqual(always)
    await change()
    const recent = ['updated daily', 'real-time updates']
    expect(await drawn()).toEqual(claims.filter((claim) => [...always, ...recent].includes(claim)))
  })
})

describe('the file of claims', () => {
  test('holds claims as they are drawn', () => {
    expect(readKeptClaims(undefined)).toEqual([])
    expect(readKeptClaims(aFile('["updated daily"]'))).toEqual(['updated daily'])
  })

  test.each([
    ['{', 'is not JSON'],
    ['["best prices"]', 'must be a list of claims as they are drawn: ["trusted by 500K+ shoppers",'],
    ['{"keep":[]}', 'must be a list of claims as they are drawn'],
  ])('is refused when it is %s', (content, why) => {
    const name = aFile(content)
    expect(() => readKeptClaims(name)).toThrow(`CLAIMS is wrong. ${name} ${why}`)
  })

  test('is refused when it is not there', () => {
    expect(() => readKeptClaims('/nowhere.json')).toThrow('CLAIMS is wrong. /nowhere.json cannot be read.')
  })
})
