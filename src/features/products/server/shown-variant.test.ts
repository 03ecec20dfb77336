import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { runInLongTransaction } from '#db/copy-tables.ts'
import { backfillShownVariants } from '#db/queries/backfill-shown.ts'
import { updateShownVariant } from '#db/queries/shown-variant.ts'
import { productInfos, qcSnapshots } from '#db/schema.ts'
import { registerImages } from '#features/images/server/image-repository.ts'
import { sweepSnapshots } from '#features/qc-photos/server/snapshots.ts'
import { DAY_MS } from '#shared/time.ts'
import { aProduct, aQcPhoto } from '#support/factories.ts'
import { aPng } from '#support/forms.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { aJacket, createJacket, jacketKey, jacketSku, repriceJacket } from '#test/fixtures/jacket.ts'
import { photoPeople } from '#test/fixtures/photo-submission-fixture.ts'
import { writeInfo } from './info/info-repository.ts'

const admin = { authorization: tokens.admin }

describe('the shown variant', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database, { env: { RATE_MULTIPLIER: '100' } })
  const photos = photoPeople(app)

  async function readList(query = '') {
    const { body } = await app().get(`/products/getAllProduct${query}`)
    return Object(body).data
  }
  /** The item as in the list; its other two calls must agree. */
  async function readItem() {
    const { itemId, shopType } = jacketKey
    const [item] = await readList()
    const product = await app().get(`/products/findProductById?productCode=${itemId}&shopType=${shopType}`)
    const info = await app().get(`/product-info?productCode=${itemId}&shopType=${shopType}`)
    expect(Object(product.body).data.shown).toEqual(item.shown)
    expect(Object(info.body).data.shownSku).toBe(item.shown.skuId)
    return item
  }
  /** The names of the queries that a change makes stale. */
  async function listStale(change: () => Promise<unknown>): Promise<unknown[]> {
    const names = new Set<unknown>()
    const ignore = database.onStale((keys) => {
      for (const [name] of keys) names.add(name)
    })
    await change()
    ignore()
    return [...names]
  }
  /** Adds a photo and returns the queries that became stale by it. */
  async function addPhoto(variant: string | null, takenAt = '2026-11-01T08:00:00Z') {
    const stale = await listStale(() =>
      database.db.transaction(async (tx) => {
        await aQcPhoto(tx, { ...jacketKey, variant, takenAt: new Date(takenAt) })
        await updateShownVariant(tx, jacketKey)
      }),
    )
    await app().invalidation.publish([['getAllProduct']])
    return stale
  }

  test('is the first variant until only another one has photos, and does not change the specified fields', async () => {
    await aJacket(database.db)
    expect(await readItem()).toMatchObject({
      price: 329,
      shown: { skuId: jacketSku.navy, name: 'Navy, 41', pictured: 'Navy', price: 329 },
    })
    await addPhoto(null)
    expect(await readItem()).toMatchObject({ shown: { pictured: 'Navy' }, qcVariant: null })
    await addPhoto('Olive, 42')
    const olive = await readItem()
    expect(olive).toMatchObject({
      price: 329,
      shown: { skuId: jacketSku.olive, name: 'Olive, 41', pictured: 'Olive', price: 345 },
    })
    expect(olive.shown.image).not.toBe(olive.thumbnailImg)
    await addPhoto('navy')
    expect(await readItem()).toMatchObject({ shown: { pictured: 'Navy', image: olive.thumbnailImg } })
  })

  test('has the newest photo of the variant, or the newest of another variant with its name', async () => {
    await aJacket(database.db)
    await addPhoto('Pink', '2026-11-09T08:00:00Z')
    expect(await readItem()).toMatchObject({ shown: { pictured: 'Navy' }, qcVariant: 'Pink', qcCount: 1 })
    await addPhoto('Olive', '2026-11-02T08:00:00Z')
    await addPhoto('Olive, 42', '2026-11-03T08:00:00Z')
    const item = await readItem()
    expect(item).toMatchObject({ shown: { pictured: 'Olive' }, qcVariant: null, qcCount: 3 })
    expect(item.qcNewest).toBe('2026-11-09T08:00:00.000Z')
    const { body } = await app().get(`/qc-photos/${jacketKey.itemId}?shopType=weidian`)
    const newest = Object(body).data.items.find(({ variant }: { variant: string }) => variant === 'Olive, 42')
    expect(item.qcImage).toBe(newest.url)
  })

  test('changes in cached responses when photos are approved, denied and deleted', async () => {
    await aJacket(database.db)
    expect((await readItem()).shown.pictured).toBe('Navy')
    const { body } = await photos.upload(await aPng(50, 20))
    const sent = await photos.send([Object(body?.data).id], { variant: 'Olive, 41' })
    const { _id: id } = Object(sent.body?.data)
    expect((await readItem()).shown.pictured).toBe('Navy')
    await photos.moderate(id, { status: 'approved' })
    expect((await readItem()).shown).toMatchObject({ pictured: 'Olive', price: 345 })
    await photos.moderate(id, { status: 'denied' })
    expect((await readItem()).shown).toMatchObject({ pictured: 'Navy', price: 329 })
    await photos.moderate(id, { status: 'approved' })
    const deleted = await app().send(`/api/v1/qc-photos/sets/${id}`, { method: 'DELETE', headers: admin })
    expect(deleted.status).toBe(200)
    expect((await readItem()).shown).toMatchObject({ pictured: 'Navy', price: 329 })
  })

  test("depends on outside sources' photos until their snapshots expire", async () => {
    await aJacket(database.db)
    const photo = { image: 'https://qc.example/1.jpg', agent: null, takenAt: null, width: 9, height: 9 }
    const fetchedAt = new Date('2026-11-22T12:00:00Z')
    const black = [{ ...photo, variant: 'Black' }]
    await database.db
      .insert(qcSnapshots)
      .values({ ...jacketKey, source: 'archive', photos: black, fetchedAt })
    await database.db.transaction((tx) => updateShownVariant(tx, jacketKey))
    await app().invalidation.publish([[]])
    expect((await readItem()).shown).toMatchObject({ skuId: jacketSku.black, price: 350 })
    await sweepSnapshots(database.db, new Date(fetchedAt.getTime() + 31 * DAY_MS))
    expect((await readItem()).shown).toMatchObject({ skuId: jacketSku.navy })
  })

  test("follows an admin's price for all variants and an admin's pictures for the first one", async () => {
    const { id } = await aJacket(database.db)
    await addPhoto('Olive')
    const update = (change: object) =>
      app().send(`/api/v1/products/updateProduct?product_id=${id}`, {
        method: 'PATCH',
        headers: { ...admin, 'content-type': 'application/json' },
        body: JSON.stringify(change),
      })
    expect((await update({ price: 300 })).status).toBe(200)
    expect(await readItem()).toMatchObject({ price: 300, shown: { pictured: 'Olive', price: 316 } })
    const { thumbnailImg: navy, shown: before } = await readItem()
    await registerImages(database.db, ['demo/jacket/navy.webp', 'demo/jacket/olive.webp'])
    expect((await update({ pictures: [before.image] })).status).toBe(200)
    expect(await readItem()).toMatchObject({ shown: { image: before.image } })
    await addPhoto('Navy')
    expect(navy).not.toBe(before.image)
    expect(await readItem()).toMatchObject({ shown: { pictured: 'Navy', image: before.image } })
  })

  test('decides the filters by price and the order by price with shipping', async () => {
    await aJacket(database.db, { weightGrams: 680 })
    await aProduct(database.db, { itemId: 'other', name: 'Jacket', priceFen: 33_500, weightGrams: 680 })
    const codes = async (query: string) =>
      (await readList(query)).map(({ productCode }: { productCode: string }) => productCode)
    expect(await codes('?ShipTo=DE&Sort=landed')).toEqual([jacketKey.itemId, 'other'])
    expect(await codes('?MaxPrice=330')).toEqual([jacketKey.itemId])
    const { headers } = await app().get('/products/getAllProduct?MinPrice=300&limit=1')
    expect(headers['x-total-count']).toBe('2')
    await addPhoto('Olive')
    expect(await codes('?ShipTo=DE&Sort=landed')).toEqual(['other', jacketKey.itemId])
    expect(await codes('?MaxPrice=330')).toEqual([])
    expect(await codes('?MinPrice=340')).toEqual([jacketKey.itemId])
  })

  test('is correct when a photo and the information are stored at the same time', async () => {
    for (let round = 0; round < 12; round += 1) {
      const key = { shopType: 'weidian', itemId: `8${round}` } as const
      const stored = { info: createJacket(), source: 'storefront', fetchedAt: new Date() }
      await Promise.all([
        writeInfo(database.db, key, stored, true),
        database.db.transaction(async (tx) => {
          await aQcPhoto(tx, { ...key, variant: 'Olive' })
          await updateShownVariant(tx, key)
        }),
      ])
      const [row] = await database.db.select().from(productInfos).where(eq(productInfos.itemId, key.itemId))
      expect([round, row?.shown?.pictured]).toEqual([round, ['Olive']])
    }
  })

  test('invalidates no list for an item that is not listed', async () => {
    const stored = { info: createJacket(), source: 'storefront', fetchedAt: new Date() }
    const write = () => writeInfo(database.db, jacketKey, stored, true)
    expect(await listStale(write)).toEqual(['productInfo'])
    await aProduct(database.db, jacketKey)
    expect(await addPhoto('Olive')).toEqual(['getAllProduct', 'findProductById', 'productInfo'])
    expect(await addPhoto('Olive')).toEqual([])
  })

  test('is set by the migration to the same value as by later updates', async () => {
    await aJacket(database.db)
    await database.db.insert(productInfos).values([
      { shopType: 'taobao', itemId: '1', info: createJacket(), source: 'storefront' },
      { shopType: 'taobao', itemId: '2', info: { ...createJacket(), skus: [] }, source: 'storefront' },
    ])
    await aQcPhoto(database.db, { shopType: 'taobao', itemId: '1', variant: 'Black' })
    await addPhoto('Olive')
    await database.db.update(productInfos).set({ shown: null })
    await runInLongTransaction(database.pool, backfillShownVariants)
    const rows = await database.db.select().from(productInfos)
    const pictured = rows.map(({ shopType, shown: variant }) => [shopType, variant?.pictured])
    expect(pictured.toSorted()).toEqual([
      ['taobao', undefined],
      ['taobao', ['Black']],
      ['weidian', ['Olive']],
    ])
    const updateAll = () =>
      database.db.transaction(async (tx) => {
        for (const { shopType, itemId } of rows) await updateShownVariant(tx, { shopType, itemId })
      })
    expect(await listStale(updateAll)).toEqual([])
  })

  test('keeps its price when the price of another variant changes', async () => {
    await aJacket(database.db)
    await addPhoto('Olive')
    await repriceJacket(database.db, { Black: 1 })
    await app().invalidation.publish([[]])
    expect((await readItem()).shown.price).toBe(345)
  })
})
