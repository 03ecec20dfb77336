import { and, eq, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { productInfos, products, reviews, securityEvents } from '#db/schema.ts'
import { aProduct, aReview } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { getRefusal, getReplyData, useCatalogueFixture } from '#test/fixtures/catalogue-fixture.ts'
import { restoreProduct } from './restore-product.ts'

const unknownId = '0198a000-0000-7000-8000-000000000001'
const texts = { title: 'Old', titleOriginal: '旧', currency: 'CNY', imgList: [], propsTrans: {} }
const info = { ...texts, price: 5, skus: [], productAttr: [] }

describe('changing the catalogue over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database)
  const { write, add, change, move, setTrend, remove, aList, codes, readRow } = useCatalogueFixture(
    database,
    app,
  )

  describe('changing', () => {
    const measured = { weightGrams: 300, shippingDays: 3, dimensions: '1x2x3' }

    test('changes what is sent and nothing else', async () => {
      const { id } = await aProduct(database.db, measured)
      const reply = await change(id, { name: 'Tote', dimensions: '4 x 5 x 6' })
      expect(reply.body).toMatchObject({
        message: 'Product updated successfully!',
        data: { name: 'Tote', price: 35, weight: 300, shippingTime: 3, dimensions: '4x5x6', version: 2 },
      })
    })

    test('clears fields that are null or empty', async () => {
      const { id } = await aProduct(database.db, measured)
      const reply = await change(id, { weight: null, shippingTime: '', dimensions: null })
      expect(getReplyData(reply)).toMatchObject({ weight: null, shippingTime: null, dimensions: null })
    })

    test('sets the kind of goods, or none, in place of the guess, and clears it', async () => {
      const { id } = await aProduct(database.db, { name: 'Heavy fleece hoodie', weightGrams: 700 })
      const read = async (body: object) => getReplyData(await change(id, body))
      const sweater = { id: 'sweater', category: '102', gramsFrom: 380, gramsTo: 850 }
      expect(await read({ ownKind: 'sweater' })).toMatchObject({
        ownKind: 'sweater',
        kind: sweater,
        version: 2,
      })
      expect(await read({ ownKind: 'sweater' })).toMatchObject({ version: 2 })
      expect(await read({ ownKind: 'none' })).toMatchObject({ ownKind: 'none', kind: null })
      expect(await read({ ownKind: null })).toMatchObject({ ownKind: null, kind: { id: 'hoodie' } })
      const events = await database.db.select().from(securityEvents)
      expect(events.filter(({ type }) => type === 'product-changed').map(({ details }) => details)).toEqual(
        Array(3).fill(expect.objectContaining({ fields: 'ownKind' })),
      )
    })

    test.each(['hat', 'HOODIE', 'hoodie ', '__proto__', 5, {}, ['hoodie'], "'; drop table products --"])(
      'returns 400 for the kind %j and changes nothing',
      async (ownKind) => {
        const { id } = await aProduct(database.db)
        const reply = await change(id, { ownKind })
        expect([reply.status, reply.body?.errors]).toEqual([
          400,
          [expect.objectContaining({ message: 'Choose a kind of goods from the list.' })],
        ])
        expect((await readRow(id))?.kind).toBeNull()
      },
    )

    test('returns 409 for an older version, and overwrites nothing', async () => {
      const { id } = await aProduct(database.db)
      expect((await change(id, { name: 'Mine', version: 1 })).status).toBe(200)
      expect(getRefusal(await change(id, { name: 'Yours', version: 1 }))).toEqual([
        409,
        'This product was changed by someone else. Please reload.',
        'STALE',
      ])
      expect(await readRow(id)).toMatchObject({ name: 'Mine', version: 2 })
      expect((await change(id, { name: 'Yours', version: 2 })).status).toBe(200)
      expect((await change(id, { name: 'Last' })).status).toBe(200)
    })

    test('accepts one of many concurrent changes of the same version', async () => {
      const { id } = await aProduct(database.db)
      const names = Array.from({ length: 12 }, (_, at) => `Name ${at}`)
      const replies = await Promise.all(names.map((name) => change(id, { name, version: 1 })))
      expect(replies.filter(({ status }) => status === 200).length).toBe(1)
      expect(replies.filter(({ status }) => status === 409).length).toBe(11)
      expect((await readRow(id))?.version).toBe(2)
    })

    test('does not count equal values as a change', async () => {
      const { id } = await aProduct(database.db, measured)
      const { body } = await change(id, { weight: 300, dimensions: '1X2X3' })
      expect(body).toMatchObject({ statusCode: 200, data: { version: 1 } })
    })

    test.each([{}, { version: 1 }, { weigth: 5 }])('%j changes nothing and returns 400', async (body) => {
      const { id } = await aProduct(database.db, measured)
      const reply = await change(id, body)
      expect(reply.body).toMatchObject({ statusCode: 400, message: 'Send at least one field to change.' })
    })

    test("changes the item page's title when its information is the catalogue's own", async () => {
      const [ours, theirs] = await aList('ours', 'theirs')
      const storedInfo = { ...info, price: 35 }
      await database.db.insert(productInfos).values([
        { shopType: 'taobao', itemId: 'ours', info: storedInfo, source: 'catalogue' },
        { shopType: 'taobao', itemId: 'theirs', info: storedInfo, source: 'storefront' },
      ])
      for (const id of [ours, theirs]) await change(id ?? '', { name: 'New "name" \\ {title}' })
      const titles = await Promise.all(
        ['ours', 'theirs'].map((code) => app().get(`/product-info?shopType=taobao&productCode=${code}`)),
      )
      expect(titles.map((reply) => getReplyData(reply).productInfo)).toMatchObject([
        { title: 'New "name" \\ {title}', titleOriginal: '旧', price: 35 },
        { title: 'Old' },
      ])
    })

    test.each([
      [{ name: '' }, 'name'],
      [{ weight: -1 }, 'weight'],
      [{ shippingTime: 1.5 }, 'shippingTime'],
      [{ dimensions: 'big' }, 'dimensions'],
      [{ weight: 1, version: 0 }, 'version'],
    ])('returns 400 for %j', async (body, field) => {
      const { id } = await aProduct(database.db)
      expect((await change(id, body)).body).toMatchObject({ statusCode: 400, errors: [{ field }] })
      expect((await readRow(id))?.version).toBe(1)
    })
  })

  describe('moving', () => {
    test.each([
      [1, 1, 'abcd'],
      [1, 2, 'bacd'],
      [1, 4, 'bcda'],
      [4, 1, 'dabc'],
      [3, 2, 'acbd'],
    ])('moves the product from position %i to %i: %s', async (from, to, expected) => {
      const ids = await aList('a', 'b', 'c', 'd')
      const reply = await move(ids[from - 1] ?? '', to)
      expect(reply.body).toMatchObject({ message: 'Serial updated successfully!', data: { serial: to } })
      expect((await codes()).join('')).toBe(expected)
    })

    test('returns 400 with the number of positions when the position is too large', async () => {
      const [first = ''] = await aList('a', 'b', 'c')
      const reply = await move(first, 4)
      const message = 'The position must be between 1 and 3.'
      expect(reply.body).toMatchObject({
        statusCode: 400,
        message,
        errors: [{ field: 'serial_No', message }],
      })
    })

    test.each(['0', '-1', '1.5', 'x', ''])('returns 400 for the position "%s"', async (position) => {
      const [first = ''] = await aList('a', 'b')
      expect((await move(first, position)).body).toMatchObject({
        statusCode: 400,
        errors: [{ field: 'serial_No' }],
      })
    })
  })

  test('sets and clears trending', async () => {
    const { id } = await aProduct(database.db)
    for (const status of ['true', 'true', 'false']) {
      const reply = await setTrend(id, status)
      const data = { onTrend: status === 'true' }
      expect(reply.body).toMatchObject({ message: 'Trending list updated!', data })
    }
    expect((await setTrend(id, 'yes')).status).toBe(400)
    const path = `setOrRemoveProductOnTrend?product_id=${id}&status=true`
    expect(getReplyData(await write('PATCH', path)).onTrend).toBe(true)
  })

  describe('deleting', () => {
    test('closes the gap, keeps the reviews and allows adding the item again', async () => {
      const [, second = ''] = await aList('a', 'b', 'c')
      await aReview(database.db, { itemId: 'b' })
      await database.db.update(products).set({ ratingSum: 4, reviewCount: 1 }).where(eq(products.id, second))
      const reply = await remove(second)
      expect(reply.body).toMatchObject({ message: 'Product has been deleted.', data: null })
      expect(await codes()).toEqual(['a', 'c'])
      expect(await readRow(second)).toMatchObject({ position: null, deletedAt: expect.any(Date) })
      expect(await database.db.$count(reviews)).toBe(1)
      expect(getReplyData(await add({ productCode: 'b' }))).toMatchObject({ serial: 3, totalReview: 1 })
    })

    test('works under the alias deleteProduct', async () => {
      const { id } = await aProduct(database.db)
      expect((await write('DELETE', `deleteProduct?product_id=${id}`)).status).toBe(200)
      expect(await codes()).toEqual([])
    })

    test('removes the information of the product from the item’s page', async () => {
      const page = async () => getReplyData(await app().get('/product-info?shopType=taobao&productCode=42'))
      const added = getReplyData(await add({ thumbnailImg: 'https://img.alicdn.com/a.jpg' }))
      expect(await page()).toMatchObject({
        state: 'known',
        source: 'catalogue',
        productInfo: { title: 'Canvas tote', price: 35, currency: 'CNY', imgList: [added.thumbnailImg] },
      })
      await remove(added._id)
      expect(await page()).toEqual({
        state: 'no-source',
        productInfo: null,
        shownSku: null,
        kind: null,
        source: null,
        sourceLabel: null,
        fetchedAt: null,
      })
    })
  })

  test('returns 404 from every call for an unknown or deleted product', async () => {
    const deleted = await aProduct(database.db, { position: null, deletedAt: new Date() })
    const unknown = [404, 'This product no longer exists.', 'PRODUCT_NOT_FOUND']
    for (const id of [unknownId, deleted.id]) {
      expect(getRefusal(await change(id, { name: 'Tote' }))).toEqual(unknown)
      expect(getRefusal(await move(id, 1))).toEqual(unknown)
      expect(getRefusal(await setTrend(id, 'true'))).toEqual(unknown)
      expect(getRefusal(await remove(id))).toEqual(unknown)
    }
    for (const wrong of ['', '1', "1' or '1'='1"])
      expect((await remove(encodeURIComponent(wrong))).body).toMatchObject({
        statusCode: 400,
        errors: [{ field: 'product_id' }],
      })
  })

  describe('restoring', () => {
    const item = { shopType: 'taobao', itemId: 'b' } as const

    test('restores a product at the end of the list, and its price on its page', async () => {
      const [, second = ''] = await aList('a', 'b', 'c')
      await remove(second)
      await database.db.insert(productInfos).values({ ...item, info, source: 'catalogue' })
      await aReview(database.db, { itemId: 'b', rating: 5 })
      expect(await restoreProduct(database.db, item)).toBe(3)
      expect(await readRow(second)).toMatchObject({ position: 3, deletedAt: null, ratingSum: 5 })
      const page = await app().get('/product-info?shopType=taobao&productCode=b')
      expect(getReplyData(page).productInfo).toMatchObject({ price: 35 })
    })

    test('throws when the item is listed again, and when no product was deleted', async () => {
      await aProduct(database.db, { ...item, position: null, deletedAt: new Date() })
      await aProduct(database.db, item)
      await expect(restoreProduct(database.db, item)).rejects.toThrow('Product already exists.')
      const never = { ...item, itemId: 'never' }
      await expect(restoreProduct(database.db, never)).rejects.toThrow('This product no longer exists.')
      const listed = and(eq(products.itemId, 'b'), isNull(products.deletedAt))
      expect(await database.db.$count(products, listed)).toBe(1)
    })
  })
})
