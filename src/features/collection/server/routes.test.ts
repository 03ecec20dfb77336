import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { collectionEntries, productInfos, products, users } from '#db/schema.ts'
import { verifyData } from '#operations/verify.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { aProduct, aQcPhoto, aQcSet, aSession, aUser, passwordHash } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

type Headers = { authorization: string }

const info: ProductInfo = {
  title: 'From a source',
  titleOriginal: '',
  price: 59.9,
  currency: 'CNY',
  imgList: ['https://img.alicdn.com/a.jpg', 'https://img.alicdn.com/b.jpg'],
  skus: [],
  productAttr: [],
  propsTrans: {},
}
const item = { shopType: 'weidian', itemId: '9900661650' } as const
const query = '?productCode=9900661650&storeName=weidian'

describe('the collection over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database)

  async function createUser(): Promise<Headers & { id: string }> {
    const user = await aUser(database.db, { passwordHash })
    const { token } = await aSession(database.db, user)
    return { id: user.id, authorization: token }
  }
  const add = (by: Headers, search = query) => app().post(`/users/addToCollection${search}`, {}, bare(by))
  const remove = (by: Headers, search = query) =>
    app().post(`/users/removeFromCollection${search}`, {}, bare(by))
  const view = (by: Headers) => app().get('/users/viewCollection', bare(by))
  const bare = ({ authorization }: Headers) => ({ authorization })
  const store = (
    fields: Partial<ProductInfo> = {},
    key: { shopType: 'weidian' | 'taobao'; itemId: string } = item,
  ) => database.db.insert(productInfos).values({ ...key, info: { ...info, ...fields }, source: 'storefront' })

  function listCodes({ body }: Reply): string[] {
    const { productCollection } = Object(body)
    return productCollection.map((entry: Record<string, string>) => `${entry.shopType} ${entry.productCode}`)
  }

  test('starts empty, and is not cached by proxies', async () => {
    const reply = await view(await createUser())
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        success: true,
        statusCode: 200,
        message: 'OK',
        data: { productCollection: [] },
        productCollection: [],
      },
    ])
    expect(reply.headers['cache-control']).toBe('private, no-store')
    expect(reply.headers).not.toHaveProperty('etag')
  })

  test.each(['viewCollection', 'addToCollection', 'removeFromCollection'])(
    '%s returns 401 without a login',
    async (call) => {
      const method = call === 'viewCollection' ? 'GET' : 'POST'
      const reply = await app().send(`/api/v1/users/${call}${query}`, { method })
      expect(reply).toMatchObject({ status: 401, body: { message: 'Unauthorized. Please log in.' } })
    },
  )

  test('lists an item as it was when saved, with its current price', async () => {
    await store()
    const me = await createUser()
    const added = await add(me)
    const entry = {
      _id: 'weidian/9900661650',
      productCode: '9900661650',
      shopType: 'weidian',
      title: 'From a source',
      price: 59.9,
      currency: 'CNY',
      weight: null,
      dimensions: null,
      kind: null,
      note: null,
      hasSource: false,
      imgList: [expect.stringMatching(/^\/img\/[\w-]{22}\/720\/[\w-]{22}\.webp$/)],
      createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
      priceNow: 59.9,
      stock: null,
      skuId: null,
      variant: '',
      qcImage: null,
      qcVariant: null,
    }
    expect([added.status, added.body?.data]).toEqual([200, entry])
    const changed = { ...info, title: 'Another title', price: 65, imgList: [] }
    await database.db.update(productInfos).set({ info: changed })
    expect((await view(me)).body?.productCollection).toEqual([{ ...entry, priceNow: 65 }])
    await database.db.delete(productInfos)
    expect((await view(me)).body?.productCollection).toEqual([{ ...entry, priceNow: null }])
  })

  test('lists an item with its newest public QC photo', async () => {
    const me = await createUser()
    const item = { shopType: 'weidian', itemId: '9900661650' } as const
    await aQcSet(database.db, item)
    expect((await add(me)).body?.data).toMatchObject({ qcImage: null })
    await aQcPhoto(database.db, item)
    const { body } = await app().get('/qc-photos/9900661650?shopType=weidian')
    const qcImage = Object(body).data.items[0].url
    expect((await view(me)).body?.productCollection).toMatchObject([{ qcImage }])
  })

  test.each<[string, Partial<ProductInfo> | null, boolean, object]>([
    ['the catalogue alone', null, true, { title: 'Canvas tote', price: 35, currency: 'CNY', priceNow: 35 }],
    ['both', {}, true, { title: 'Canvas tote', price: 59.9, currency: 'CNY', priceNow: 59.9 }],
    ['a source in dollars', { currency: 'USD' }, false, { price: 59.9, currency: 'USD', priceNow: 59.9 }],
    ['a source without a price', { price: null }, true, { price: 35, currency: 'CNY', priceNow: 35 }],
    ['a source without price or picture', { price: null, imgList: [] }, false, { price: null, imgList: [] }],
    ['no source', null, false, { title: null, price: null, currency: 'CNY', imgList: [], priceNow: null }],
  ])('saves an item with the data of %s', async (_source, sourceInfo, isListed, expected) => {
    if (sourceInfo) await store(sourceInfo)
    if (isListed) await aProduct(database.db, item)
    const me = await createUser()
    expect((await add(me)).body?.data).toMatchObject(expected)
    expect((await view(me)).body?.productCollection).toMatchObject([expected])
  })

  test('ignores a current price in another currency', async () => {
    await aProduct(database.db, item)
    const me = await createUser()
    await add(me)
    await store({ currency: 'USD', price: 8 })
    expect((await view(me)).body?.productCollection).toMatchObject([{ price: 35, priceNow: 35 }])
    await database.db.delete(products)
    expect((await view(me)).body?.productCollection).toMatchObject([{ price: 35, priceNow: null }])
  })

  test('does not change the entry when an item is added again', async () => {
    await store()
    const me = await createUser()
    const first = await add(me)
    await database.db.update(productInfos).set({ info: { ...info, title: 'Another', price: 1 } })
    const second = await add(me)
    expect(second.status).toBe(200)
    expect(second.body?.data).toEqual({ ...Object(first.body?.data), priceNow: 1 })
    expect((await view(me)).body?.productCollection).toHaveLength(1)
  })

  test('saves an item once for ten concurrent requests', async () => {
    const me = await createUser()
    const replies = await Promise.all(Array.from({ length: 10 }, () => add(me)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await database.db.$count(collectionEntries)).toBe(1)
  })

  test('lists the newest entry first', async () => {
    const me = await createUser()
    for (const code of ['3', '1', '2']) await add(me, `?productCode=${code}&storeName=1688`)
    expect(listCodes(await view(me))).toEqual(['ali_1688 2', 'ali_1688 1', 'ali_1688 3'])
  })

  test.each([
    ['storeName=Weidian', 'weidian'],
    ['storeName=1688', 'ali_1688'],
    ['shopType=ali_1688', 'ali_1688'],
    ['shopType=TMALL', 'taobao'],
  ])('reads the marketplace of %s', async (store, shopType) => {
    const reply = await add(await createUser(), `?productCode=42&${store}`)
    expect(reply.body?.data).toMatchObject({ _id: `${shopType}/42`, shopType, productCode: '42' })
  })

  describe('without a store', () => {
    test('adds the item of the only marketplace with the number', async () => {
      await store({}, { shopType: 'weidian', itemId: '1' })
      await aProduct(database.db, { shopType: 'taobao', itemId: '2' })
      await store({}, { shopType: 'taobao', itemId: '2' })
      const me = await createUser()
      for (const code of ['1', '2']) expect((await add(me, `?productCode=${code}`)).status).toBe(200)
      expect(listCodes(await view(me))).toEqual(['taobao 2', 'weidian 1'])
    })

    test.each([
      ['is unknown', async () => {}],
      [
        'exists on two marketplaces',
        async () => {
          await store()
          await aProduct(database.db, { shopType: 'taobao', itemId: item.itemId })
        },
      ],
      [
        'was deleted from the catalogue',
        async () => {
          await aProduct(database.db, { ...item, position: null, deletedAt: new Date() })
        },
      ],
    ])('returns 400 for a number that %s', async (_what, setUp) => {
      await setUp()
      expect(await add(await createUser(), '?productCode=9900661650')).toMatchObject({
        status: 400,
        body: { message: 'Please specify the store.' },
      })
      expect(await database.db.$count(collectionEntries)).toBe(0)
    })

    test('removes the caller’s only entry with the number', async () => {
      const me = await createUser()
      await add(me)
      await aProduct(database.db, { shopType: 'taobao', itemId: item.itemId })
      expect((await remove(me, '?productCode=9900661650')).status).toBe(200)
      expect(listCodes(await view(me))).toEqual([])
    })

    test('removes none of two entries with the number', async () => {
      const me = await createUser()
      await add(me)
      await add(me, '?productCode=9900661650&storeName=taobao')
      expect(await remove(me, '?productCode=9900661650')).toMatchObject({
        status: 409,
        body: { message: 'Please specify the store.' },
      })
      expect(await database.db.$count(collectionEntries)).toBe(2)
      await remove(me)
      expect(listCodes(await view(me))).toEqual(['taobao 9900661650'])
    })
  })

  test('returns 200 for a removal, also when nothing was saved', async () => {
    const me = await createUser()
    await add(me)
    for (const remaining of [0, 0]) {
      const reply = await remove(me)
      expect([reply.status, reply.body]).toEqual([
        200,
        { success: true, statusCode: 200, message: 'Varient has been deleted.', data: null },
      ])
      expect(listCodes(await view(me))).toHaveLength(remaining)
    }
  })

  test.each([
    ['', 'productCode'],
    ['?storeName=taobao', 'productCode'],
    ['?productCode=&storeName=taobao', 'productCode'],
    ['?productCode=..%2f1&storeName=taobao', 'productCode'],
    ['?productCode=1%00&storeName=taobao', 'productCode'],
    [`?productCode=${'1'.repeat(65)}&storeName=taobao`, 'productCode'],
    ['?productCode=1&productCode=2&storeName=taobao', 'productCode'],
    ['?productCode=1&storeName=ebay', 'storeName'],
    ['?productCode=1&shopType=__proto__', 'shopType'],
  ])('returns 400 with the field and changes nothing for %s', async (search, field) => {
    const me = await createUser()
    await add(me)
    for (const call of [add, remove])
      expect(await call(me, search)).toMatchObject({ status: 400, body: { errors: [{ field }] } })
    expect(await database.db.$count(collectionEntries)).toBe(1)
  })

  test('does not change other members’ entries', async () => {
    const [me, otherUser] = [await createUser(), await createUser()]
    await add(me)
    await add(otherUser, '?productCode=1&storeName=taobao')
    for (const claim of ['', `&userId=${me.id}`, `&user_id=${me.id}&_id=weidian/9900661650`])
      expect((await remove(otherUser, `${query}${claim}`)).status).toBe(200)
    await add(otherUser, `?productCode=2&storeName=taobao&userId=${me.id}`)
    expect(listCodes(await view(me))).toEqual(['weidian 9900661650'])
    expect(listCodes(await view(otherUser))).toEqual(['taobao 2', 'taobao 1'])
    const reply = await app().get(`/users/viewCollection?userId=${me.id}&id=${me.id}`, bare(otherUser))
    expect(listCodes(reply)).toEqual(['taobao 2', 'taobao 1'])
  })

  describe('with 999 items', () => {
    async function createFullCollection() {
      const me = await createUser()
      const rows = Array.from({ length: 999 }, (_, index) => ({
        userId: me.id,
        shopType: 'taobao' as const,
        itemId: `full-${index}`,
      }))
      await database.db.insert(collectionEntries).values(rows)
      return me
    }

    test('accepts one more item, and items that it already has', async () => {
      const me = await createFullCollection()
      expect((await add(me)).status).toBe(200)
      expect(await add(me, '?productCode=1001&storeName=taobao')).toMatchObject({
        status: 400,
        body: { message: 'Your collection is full (1,000 items). Remove one to add another.' },
      })
      expect((await add(me)).status).toBe(200)
      expect((await view(me)).body?.productCollection).toHaveLength(1000)
      await remove(me)
      expect((await add(me, '?productCode=1001&storeName=taobao')).status).toBe(200)
      expect((await add(await createUser())).status).toBe(200)
    })

    test('accepts one of ten concurrent items', async () => {
      const me = await createFullCollection()
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, index) => add(me, `?productCode=${index}&storeName=weidian`)),
      )
      const statuses = replies.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([200, ...Array(9).fill(400)])
      expect(await verifyData(database.db)).toEqual([])
    })
  })

  test('is deleted with its account', async () => {
    const me = await createUser()
    await add(me)
    await database.db.delete(users).where(eq(users.id, me.id))
    expect((await view(me)).status).toBe(401)
    expect(await database.db.$count(collectionEntries)).toBe(0)
  })
})
