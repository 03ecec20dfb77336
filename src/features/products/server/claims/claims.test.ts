import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { itemPrices, productInfos, products } from '#db/schema.ts'
import { aProduct, aQcPhoto, aReview } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { claims, popularClaims } from '../../claims.ts'
import { readConfirmedClaims } from './claims-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'claims-'))
afterAll(() => rmSync(folder, { recursive: true }))
function aFile(content: string): string {
  const name = join(folder, `${Math.random()}.json`)
  writeFileSync(name, content)
  return name
}

const unconditional = [
  'works with the agent of your choice',
  'real customer photos',
  'avoid bait and switch sellers',
]
const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`

describe('the claims over HTTP', () => {
  const database = useDatabase()
  const loopback = useApp(database, { env: { PUBLIC_URL: 'http://localhost:3000' } })
  const site = useApp(database, { env: { PUBLIC_URL: 'https://items.example' } })
  const confirmed = ['trusted by 500K+ shoppers', 'updated daily']
  const confirming = useApp(database, {
    env: { PUBLIC_URL: 'https://items.example', CLAIMS: aFile(JSON.stringify(confirmed)) },
  })
  async function readClaims(app = site()): Promise<string[]> {
    await app.invalidation.publish([['catalogueFacts']])
    return Object((await app.get('/products/catalogueFacts')).body).data.claims
  }
  /** Adds a product, outside of the demo catalogue, that has not changed for two days. */
  async function anOldItem() {
    const item = await aProduct(database.db, {
      thumbnail: 'uploads/tote.webp',
      pictures: ['uploads/tote.webp'],
    })
    await database.db.update(products).set({ createdAt: daysAgo(2), updatedAt: daysAgo(2) })
    return { shopType: item.shopType, itemId: item.itemId }
  }
  const anInfo = { info: {} as never, source: 'product-info' }

  test('are empty while the site has no item, also on a loopback address and with a file', async () => {
    expect([await readClaims(loopback()), await readClaims(), await readClaims(confirming())]).toEqual([
      [],
      [],
      [],
    ])
  })

  test('are all shown, word for word, on a loopback address', async () => {
    await anOldItem()
    expect(await readClaims(loopback())).toEqual([...claims])
    expect(popularClaims).toEqual([
      'trusted by 500K+ shoppers',
      'all links verified active',
      'real-time updates',
      'works with the agent of your choice',
    ])
  })

  test('are all shown while the site contains only the demo catalogue', async () => {
    await aProduct(database.db, { thumbnail: 'demo/tote/shop-1.webp', updatedAt: new Date('2026-01-01') })
    expect(await readClaims()).toEqual([...claims])
    await anOldItem()
    expect(await readClaims()).toEqual(unconditional)
  })

  test('are otherwise those without a condition and those that the operator confirms', async () => {
    await anOldItem()
    expect(await readClaims()).toEqual(unconditional)
    expect(await readClaims(confirming())).toEqual(
      claims.filter((claim) => [...unconditional, ...confirmed].includes(claim)),
    )
  })

  test('‘all links verified active’ is shown when a source returned every item within 7 days', async () => {
    const { db } = database
    const claim = 'all links verified active'
    const [first, second] = [await anOldItem(), await anOldItem()]
    await db.insert(productInfos).values({ ...first, ...anInfo, fetchedAt: daysAgo(6) })
    expect(await readClaims()).not.toContain(claim)
    await db.insert(productInfos).values({ ...second, ...anInfo, source: 'catalogue', fetchedAt: daysAgo(1) })
    expect(await readClaims()).not.toContain(claim)
    const price = { ...second, priceFen: 100, source: 'product-info' }
    await db.insert(itemPrices).values({ ...price, firstSeen: daysAgo(9), lastSeen: daysAgo(3) })
    expect(await readClaims()).toContain(claim)
    await db.update(productInfos).set({ fetchedAt: daysAgo(8) })
    expect(await readClaims()).not.toContain(claim)
  })

  test.each([
    ['an item', async () => database.db.update(products).set({ updatedAt: daysAgo(0.9) })],
    ['a QC photo', async () => aQcPhoto(database.db)],
    ['a review', async () => aReview(database.db)],
    [
      'a price',
      async () =>
        database.db
          .insert(itemPrices)
          .values({ shopType: 'taobao', itemId: 'tote', priceFen: 100, source: 'product-info' }),
    ],
  ])(
    '‘updated daily’ and ‘real-time updates’ are shown when %s changed within 24 hours',
    async (_case, change) => {
      await anOldItem()
      expect(await readClaims()).toEqual(unconditional)
      await change()
      const recent = ['updated daily', 'real-time updates']
      expect(await readClaims()).toEqual(
        claims.filter((claim) => [...unconditional, ...recent].includes(claim)),
      )
    },
  )
})

describe('the file of claims', () => {
  test('contains claims as they are shown', () => {
    expect(readConfirmedClaims(undefined)).toEqual([])
    expect(readConfirmedClaims(aFile('["updated daily"]'))).toEqual(['updated daily'])
  })

  test.each([
    ['{', 'is not JSON'],
    [
      '["best prices"]',
      'must be a JSON list of claims exactly as the site shows them: ["trusted by 500K+ shoppers",',
    ],
    ['{"keep":[]}', 'must be a JSON list of claims exactly as the site shows them'],
  ])('is rejected when it is %s', (content, problem) => {
    const name = aFile(content)
    expect(() => readConfirmedClaims(name)).toThrow(`CLAIMS is wrong. ${name} ${problem}`)
  })

  test('is rejected when it does not exist', () => {
    expect(() => readConfirmedClaims('/nowhere.json')).toThrow(
      'CLAIMS is wrong. /nowhere.json cannot be read.',
    )
  })
})
