import { describe, expect, test } from 'vitest'
import { updateShownVariant } from '#db/queries/shown-variant.ts'
import { aQcPhoto } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { aJacket, createJacket, jacketKey, jacketSku } from '#test/fixtures/jacket.ts'
import { createWatcher } from '#test/fixtures/watch-fixture.ts'

describe('watched variants', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)
  const jacket = { productCode: jacketKey.itemId, shopType: jacketKey.shopType }

  async function createUser() {
    const watcher = await createWatcher(database, app)
    const watchItem = async (alerts: object) =>
      Object((await watcher.watchItem({ ...jacket, ...alerts })).body)
    const list = async () => Object((await watcher.get('/watches')).body).data
    return { ...watcher, watchItem, list }
  }
  const observe = (prices: Parameters<typeof createJacket>[0], at = new Date()) =>
    app().features.watches.onObservation(jacketKey, createJacket(prices), 'storefront', at)

  test('are the shown variant, the requested one, or the one watched before', async () => {
    await aJacket(database.db)
    await aQcPhoto(database.db, { ...jacketKey, variant: 'Olive' })
    await database.db.transaction((tx) => updateShownVariant(tx, jacketKey))
    const { watchItem, list } = await createUser()
    await watchItem({ newPhotos: true })
    expect(await list()).toMatchObject([{ skuId: jacketSku.olive, variant: 'Olive, 41', price: 345 }])
    await watchItem({ newPhotos: true, sku: jacketSku.black })
    await watchItem({ newPhotos: true, below: 340 })
    expect(await list()).toMatchObject([{ skuId: jacketSku.black, price: 350, isBelow: false }])
    expect(await watchItem({ newPhotos: true, sku: 'x' })).toMatchObject({
      success: false,
      errors: [{ field: 'sku' }],
    })
  })

  test('create notices for their own price, never for that of another variant', async () => {
    await aJacket(database.db)
    const { watchItem, listNotices } = await createUser()
    await watchItem({ below: 340, newPhotos: false, sku: jacketSku.olive })
    await observe({ Navy: 100 })
    expect(await listNotices()).toEqual([])
    await observe({ Navy: 100, Olive: 339 })
    expect(await listNotices()).toEqual([['price', 33_900 / 100]])
  })

  test('create notices when an admin changes the price of all variants', async () => {
    const { id } = await aJacket(database.db)
    const { watchItem, listNotices } = await createUser()
    await watchItem({ below: 340, newPhotos: false, sku: jacketSku.olive })
    const { status } = await app().send(`/api/v1/products/updateProduct?product_id=${id}`, {
      method: 'PATCH',
      headers: { authorization: tokens.admin, 'content-type': 'application/json' },
      body: JSON.stringify({ price: 320 }),
    })
    expect([status, await listNotices()]).toEqual([200, [['price', 336]]])
  })

  test('create no notice when the price is already below the limit', async () => {
    await aJacket(database.db)
    const { watchItem, listNotices, list } = await createUser()
    await observe({})
    await watchItem({ below: 346, newPhotos: false, sku: jacketSku.olive })
    expect(await list()).toMatchObject([{ isBelow: true }])
    await observe({})
    expect(await listNotices()).toEqual([])
  })
})
