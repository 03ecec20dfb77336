import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { collectionEntries, productInfos } from '#db/schema.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const info: ProductInfo = {
  title: 'From a source',
  titleOriginal: '',
  price: 59.9,
  currency: 'CNY',
  imgList: [],
  skus: [],
  productAttr: [],
  propsTrans: {},
}
const query = '?productCode=9900661650&storeName=weidian'
const me = { authorization: tokens.user }

describe('removed collection entries', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  const call = (name: 'addToCollection' | 'removeFromCollection') =>
    app().post(`/users/${name}${query}`, {}, me)
  async function viewCollection() {
    const { body } = await app().get('/users/viewCollection', me)
    return Object(body).productCollection
  }

  /** Adds and removes an item, and changes its price afterwards. */
  async function addAndRemove() {
    const key = { shopType: 'weidian', itemId: '9900661650', source: 'storefront' } as const
    await database.db.insert(productInfos).values({ ...key, info })
    const { body } = await call('addToCollection')
    await call('removeFromCollection')
    expect(await viewCollection()).toEqual([])
    await database.db.update(productInfos).set({ info: { ...info, price: 79.9 } })
    return Object(body?.data)
  }

  test('are restored as they were saved when added within ten minutes', async () => {
    const before = await addAndRemove()
    const { body } = await call('addToCollection')
    expect(body?.data).toEqual({ ...before, price: 59.9, priceNow: 79.9 })
    expect(await viewCollection()).toEqual([body?.data])
  })

  test('are deleted after the undo time, and saved again as new entries', async () => {
    await addAndRemove()
    const longAgo = { removedAt: sql`now() - interval '11 minutes'` }
    await database.db.update(collectionEntries).set(longAgo)
    expect((await call('addToCollection')).body?.data).toMatchObject({ price: 79.9, priceNow: 79.9 })
    await call('removeFromCollection')
    await database.db.update(collectionEntries).set(longAgo)
    await app().features.collection.collection.sweep()
    expect(await database.db.$count(collectionEntries)).toBe(0)
  })
})
