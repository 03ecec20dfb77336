import { describe, expect, test } from 'vitest'
import { products } from '#db/schema.ts'
import { aProduct } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const me = { authorization: tokens.user }

describe('weight and size of saved items', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)
  const view = async () => (await app().get('/users/viewCollection', me)).body?.productCollection

  test('weight and size are the current ones of the catalog', async () => {
    const item = { shopType: 'weidian', itemId: '9900661650' } as const
    await aProduct(database.db, { ...item, weightGrams: 420, dimensions: '25x18x6' })
    const path = '/users/addToCollection?productCode=9900661650&storeName=weidian'
    const added = await app().post(path, {}, me)
    expect(added.body?.data).toMatchObject({ weight: 420, dimensions: '25x18x6' })
    await database.db.update(products).set({ weightGrams: 450, dimensions: null })
    expect(await view()).toMatchObject([{ weight: 450, dimensions: null }])
    await database.db.update(products).set({ deletedAt: new Date(), position: null })
    expect(await view()).toMatchObject([{ weight: null, dimensions: null }])
  })
})
