import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  agents,
  collectionEntries,
  images,
  productInfos,
  products,
  qcPhotos,
  reviews,
  watches,
} from '#db/schema.ts'
import { verifyData } from '#operations/verify.ts'
import { aProduct, aReview, aUser, passwordHash } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { removeDemo } from '../../../db/remove-demo.ts'
import { seedDemo } from '../../../db/seed.ts'

const mediaDir = mkdtempSync(join(tmpdir(), 'media-'))
afterAll(() => rmSync(mediaDir, { recursive: true, force: true }))
const sneaker = { shopType: 'weidian', itemId: '9900661650' } as const

describe('removing the demo catalog', () => {
  const database = useDatabase()
  const remove = (isConfirmed: boolean) => removeDemo(database.db, { mediaDir, isConfirmed })
  const countAll = () =>
    Promise.all(
      [products, productInfos, qcPhotos, reviews, collectionEntries, watches, images].map((table) =>
        database.db.$count(table),
      ),
    )
  /** The demo with a member's entry, watch and review of a demo item, and one item of the operator. */
  beforeEach(async () => {
    await seedDemo(database.db, { mediaDir })
    const { id: userId } = await aUser(database.db, { passwordHash })
    await database.db.insert(collectionEntries).values({ ...sneaker, userId })
    await database.db.insert(watches).values({ ...sneaker, userId, newPhotos: true })
    await aReview(database.db, { ...sneaker, userId })
    await aProduct(database.db, { name: 'Own', thumbnail: 'uploads/own.webp', position: 63 })
  })

  test('counts what it would remove, and changes nothing before it is confirmed', async () => {
    const before = await countAll()
    const { counts, ownNames } = await remove(false)
    const [, infos, photos, ratings] = before
    expect(counts).toMatchObject({
      products: 62,
      reviews: ratings,
      'collection entries': 1,
      'QC photos': photos,
      watches: 1,
      'records of item data': infos,
    })
    expect(ownNames).toEqual([])
    expect(await countAll()).toEqual(before)
    expect(existsSync(join(mediaDir, 'demo/court-low-sneaker'))).toBe(true)
  })

  test('removes exactly what it counted, with the pictures, and leaves agents and own items', async () => {
    const agentsBefore = await database.db.select().from(agents)
    const { counts } = await remove(false)
    expect((await remove(true)).counts).toEqual(counts)
    expect(await countAll()).toEqual([1, 0, 0, 0, 0, 0, 0])
    expect(await database.db.select().from(products)).toMatchObject([{ name: 'Own', position: 1 }])
    expect(await database.db.select().from(agents)).toEqual(agentsBefore)
    expect(readdirSync(join(mediaDir, 'demo'))).toEqual([])
    expect(await verifyData(database.db)).toEqual([])
  })

  test('removes nothing the second time, and the next start does not bring it back', async () => {
    await remove(true)
    expect(Object.values((await remove(true)).counts).filter((count) => count > 0)).toEqual([])
    expect(await seedDemo(database.db, { mediaDir })).toBe(false)
  })

  test('keeps an item that the operator renamed, without the reviews and photos of the demo', async () => {
    await database.db.update(products).set({ name: 'Mine' }).where(eq(products.itemId, sneaker.itemId))
    expect((await remove(true)).ownNames).toEqual(['Mine'])
    expect((await database.db.select().from(products)).map(({ name }) => name)).toEqual(['Mine', 'Own'])
    expect(await database.db.select().from(reviews)).toMatchObject([{ userId: expect.any(String) }])
    expect(await database.db.$count(qcPhotos)).toBe(0)
    expect(await database.db.$count(collectionEntries)).toBe(1)
    expect(readdirSync(join(mediaDir, 'demo'))).toEqual(['court-low-sneaker'])
    expect(await verifyData(database.db)).toEqual([])
  })
})
