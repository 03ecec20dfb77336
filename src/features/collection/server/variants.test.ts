import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { updateShownVariant } from '#db/queries/shown-variant.ts'
import { productInfos } from '#db/schema.ts'
import { aQcPhoto } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { aJacket, createJacket, jacketKey, jacketSku, repriceJacket } from '#test/fixtures/jacket.ts'

const headers = { authorization: tokens.user }
const item = `productCode=${jacketKey.itemId}&storeName=weidian`

describe('saved variants', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  const add = async (sku?: string) => {
    const response = await app().post(
      `/users/addToCollection?${item}${sku ? `&sku=${sku}` : ''}`,
      {},
      headers,
    )
    return { status: response.status, body: Object(response.body), entry: Object(response.body).data }
  }
  const remove = () => app().post(`/users/removeFromCollection?${item}`, {}, headers)
  async function view() {
    const { body } = await app().get('/users/viewCollection', headers)
    return Object(body).productCollection
  }
  async function createOliveJacket() {
    await aJacket(database.db)
    await aQcPhoto(database.db, { ...jacketKey, variant: 'Olive' })
    await database.db.transaction((tx) => updateShownVariant(tx, jacketKey))
  }

  test('are the shown variant or the requested one, with its price and image', async () => {
    await createOliveJacket()
    const { entry: olive } = await add()
    expect(olive).toMatchObject({ skuId: jacketSku.olive, variant: 'Olive, 41', price: 345, priceNow: 345 })
    await remove()
    const { entry: black } = await add(jacketSku.black)
    expect(black).toMatchObject({ skuId: jacketSku.black, variant: 'Black, 41', price: 350, priceNow: 350 })
    expect(black.imgList).not.toEqual(olive.imgList)
    expect([olive.qcVariant, black.qcVariant]).toEqual([null, 'Olive'])
    expect(await view()).toEqual([black])
  })

  test('stay the same when photos change the shown variant, and have only their own current price', async () => {
    await aJacket(database.db)
    await add()
    await aQcPhoto(database.db, { ...jacketKey, variant: 'Olive' })
    await database.db.transaction((tx) => updateShownVariant(tx, jacketKey))
    await repriceJacket(database.db, { Olive: 1, Black: 999 })
    expect(await view()).toMatchObject([{ variant: 'Navy, 41', price: 329, priceNow: 329 }])
    await repriceJacket(database.db, { Navy: 299 })
    expect(await view()).toMatchObject([{ variant: 'Navy, 41', price: 329, priceNow: 299 }])
  })

  test('are replaced by another requested variant, and unchanged without one', async () => {
    await createOliveJacket()
    const { entry } = await add(jacketSku.navy)
    expect((await add()).entry).toEqual(entry)
    expect((await add(jacketSku.navy)).entry).toEqual(entry)
    expect((await add(jacketSku.black)).entry).toMatchObject({ variant: 'Black, 41', price: 350 })
    expect(await view()).toHaveLength(1)
  })

  test('are restored unchanged within the undo time', async () => {
    await createOliveJacket()
    const { entry } = await add(jacketSku.black)
    await remove()
    await repriceJacket(database.db, { Black: 400 })
    expect((await add()).entry).toEqual({ ...entry, priceNow: 400 })
  })

  test('return 400 when the seller has no such variant', async () => {
    await aJacket(database.db)
    const { status, body } = await add('x')
    expect([status, body.code, body.message]).toEqual([
      400,
      'UNKNOWN_VARIANT',
      'The seller offers this variant no more.',
    ])
    expect(await view()).toEqual([])
  })

  test('have no current price when the seller no longer has them', async () => {
    await aJacket(database.db)
    await add(jacketSku.black)
    const remainingSkus = createJacket().skus.filter(({ skuID }) => skuID !== jacketSku.black)
    await database.db
      .update(productInfos)
      .set({ info: { ...createJacket(), skus: remainingSkus } })
      .where(eq(productInfos.itemId, jacketKey.itemId))
    expect(await view()).toMatchObject([{ variant: 'Black, 41', price: 350, priceNow: null }])
  })

  test('have the stock that the source states now', async () => {
    await aJacket(database.db)
    const { entry } = await add(jacketSku.black)
    expect(typeof entry.stock).toBe('number')
    const skus = createJacket().skus.map((sku) =>
      sku.skuID === jacketSku.black ? { ...sku, stock: 0 } : sku,
    )
    await database.db
      .update(productInfos)
      .set({ info: { ...createJacket(), skus } })
      .where(eq(productInfos.itemId, jacketKey.itemId))
    expect(await view()).toMatchObject([{ variant: 'Black, 41', stock: 0 }])
  })

  test('have a name as soon as the item is known', async () => {
    expect((await add()).entry).toMatchObject({ title: null, skuId: null, variant: '', price: null })
    await createOliveJacket()
    expect(await view()).toMatchObject([{ variant: 'Olive, 41', price: 345, priceNow: 345 }])
    await expect.poll(view).toMatchObject([{ variant: 'Olive, 41', price: 345, priceNow: 345 }])
  })
})
