import { describe, expect, test } from 'vitest'
import { aProduct, aReview } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const admin = { authorization: tokens.admin }

describe('reviews over HTTP', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  async function comments(query: string, headers: Record<string, string> = {}): Promise<unknown[]> {
    const { body } = await app().get(`/review/findReview${query}`, headers)
    return Array.isArray(body?.data) ? body.data.map(({ comment }) => comment) : []
  }
  const item = { itemId: '9900661650', shopType: 'weidian' } as const
  async function reviewsInAllStates() {
    const at = (day: string) => new Date(`2026-11-${day}T10:00:00Z`)
    await aReview(database.db, { ...item, comment: 'older', createdAt: at('01') })
    await aReview(database.db, { ...item, comment: 'newer', createdAt: at('03') })
    await aReview(database.db, { ...item, comment: 'waits', status: 'pending', createdAt: at('04') })
    await aReview(database.db, { ...item, comment: 'refused', status: 'denied', createdAt: at('02') })
    await aReview(database.db, { itemId: '1', comment: 'of another item' })
  }

  test.each(['store_name', 'storeName', 'shopType'])(
    '%s distinguishes items with the same number',
    async (name) => {
      await aReview(database.db, { ...item, comment: 'of Weidian' })
      await aReview(database.db, { ...item, shopType: 'taobao', comment: 'of Taobao' })
      expect(await comments(`?product_code=9900661650&${name}=taobao`)).toEqual(['of Taobao'])
    },
  )

  test('returns reviews with the fields of the specification, and only the name of the author', async () => {
    const row = await aReview(database.db, {
      ...item,
      author: 'size-eu-43',
      rating: 5,
      comment: 'True to size.',
      productName: 'Low court sneaker',
      productImage: 'demo/court-low-sneaker/shop-1.webp',
      createdAt: new Date('2026-11-01T10:00:00Z'),
    })
    const { body } = await app().get('/review/findReview?product_code=9900661650&store_name=weidian')
    expect(body).toEqual({
      success: true,
      statusCode: 200,
      message: 'OK',
      data: [
        {
          _id: row.id,
          name: 'size-eu-43',
          comment: 'True to size.',
          rating: 5,
          status: 'approved',
          createdAt: '2026-11-01T10:00:00.000Z',
          timestamp: '2026-11-01T10:00:00.000Z',
          productName: 'Low court sneaker',
          product_img: expect.stringMatching(/^\/img\//),
          product_code: '9900661650',
          store_name: 'weidian',
          photos: [],
        },
      ],
    })
  })

  test.each(['', '&status=approved', '&status=pending', '&status=denied', '&status='])(
    'returns the approved reviews to visitors and users, newest first, also with %s',
    async (status) => {
      await reviewsInAllStates()
      const query = `?product_code=9900661650&store_name=weidian${status}`
      expect(await comments(query)).toEqual(['newer', 'older'])
      expect(await comments(query, { authorization: tokens.user })).toEqual(['newer', 'older'])
    },
  )

  test.each([
    ['', ['waits', 'newer', 'refused', 'older']],
    ['&status=', ['waits', 'newer', 'refused', 'older']],
    ['&status=pending', ['waits']],
    ['&status=denied', ['refused']],
  ])('returns the requested reviews to admins with %s', async (status, expected) => {
    await reviewsInAllStates()
    expect(await comments(`?product_code=9900661650&store_name=weidian${status}`, admin)).toEqual(expected)
  })

  test('uses the newest item with the number without a store', async () => {
    await aReview(database.db, { itemId: '42', shopType: 'taobao', comment: 'on taobao' })
    await aReview(database.db, { itemId: '42', shopType: 'ali_1688', comment: 'on 1688' })
    await aProduct(database.db, { itemId: '42', shopType: 'taobao', createdAt: new Date('2026-02-01') })
    await aProduct(database.db, { itemId: '42', shopType: 'ali_1688', createdAt: new Date('2026-01-01') })
    expect(await comments('?product_code=42')).toEqual(['on taobao'])
    expect(await comments('?product_code=42&store_name=1688')).toEqual(['on 1688'])
  })

  test('uses the marketplace of the newest review without a store and a product', async () => {
    await aReview(database.db, { ...item, comment: 'alone' })
    expect(await comments('?product_code=9900661650')).toEqual(['alone'])
    expect(await comments('?product_code=4711')).toEqual([])
  })

  test.each([
    ['', 'product_code'],
    ['?product_code=', 'product_code'],
    ['?product_code=%00', 'product_code'],
    ['?product_code=1&product_code=2', 'product_code'],
    ['?product_code=1&status=published', 'status'],
    ['?product_code=1&match=regex', 'match'],
    ['?product_code=1&limit=0', 'limit'],
    ['?product_code=1&limit=1001', 'limit'],
    ['?product_code=1&store_name=ebay', 'store_name'],
  ])('returns 400 with the field for %s', async (query, name) => {
    const reply = await app().get(`/review/findReview${query}`)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ errors: [{ field: name }] })
  })

  test('returns 400 to visitors and users without an item', async () => {
    for (const headers of [{}, { authorization: tokens.user }])
      for (const query of ['', '?product_code=', '?status=pending', '?match=part&store_name=taobao']) {
        const { status, body } = await app().get(`/review/findReview${query}`, headers)
        expect([query, status, body?.message]).toEqual([query, 400, 'product_code is required.'])
      }
  })

  test('ignores pending reviews when the store is missing', async () => {
    await aReview(database.db, { itemId: '42', shopType: 'weidian', comment: 'read by all' })
    await aReview(database.db, { itemId: '42', shopType: 'taobao', status: 'pending' })
    expect(await comments('?product_code=42')).toEqual(['read by all'])
  })

  describe('admins', () => {
    async function reviewsOfSeveralItems() {
      await reviewsInAllStates()
      await aReview(database.db, { itemId: 'a_b', comment: 'with a sign', status: 'pending' })
      await aReview(database.db, { itemId: 'a-b', comment: 'with another', status: 'denied' })
    }

    test('can list the reviews of all items by status, part of the code and store', async () => {
      await reviewsOfSeveralItems()
      const all = ['waits', 'newer', 'refused', 'older']
      for (const query of ['', '?status=All', '?status=', '?product_code=&status=all'])
        expect(await comments(query, admin)).toHaveLength(7)
      expect(await comments('?store_name=weidian', admin)).toEqual(all)
      expect((await comments('?status=pending', admin)).toSorted()).toEqual(['waits', 'with a sign'])
      expect(await comments('?product_code=0661&match=part', admin)).toEqual(all)
      expect(await comments('?product_code=0661', admin)).toEqual([])
      expect(await comments('?product_code=0661&match=exact', admin)).toEqual([])
    })

    test('search a part of a code literally', async () => {
      await reviewsOfSeveralItems()
      expect(await comments('?product_code=_b&match=part', admin)).toEqual(['with a sign'])
      expect(await comments('?product_code=_&match=part', admin)).toEqual(['with a sign'])
      expect((await app().get('/review/findReview?product_code=%25&match=part', admin)).status).toBe(400)
    })

    test('get the public response for the approved reviews of an item', async () => {
      await reviewsInAllStates()
      const query = '?product_code=9900661650&store_name=weidian&status=approved'
      expect(await comments(query, admin)).toEqual(await comments(query))
    })

    test('are the only users who can search by a part of a code', async () => {
      await reviewsInAllStates()
      expect(await comments('?product_code=0661&match=part&store_name=weidian')).toEqual([])
    })

    test('can also use the second path', async () => {
      await reviewsInAllStates()
      const { body } = await app().get('/review/getAllReview?status=denied', admin)
      expect(body?.data).toMatchObject([{ comment: 'refused', status: 'denied' }])
    })
  })

  test.each([
    ['visitors', {}, '?product_code=9900661650&store_name=weidian', 2],
    ['admins', admin, '', 5],
  ])('%s get the total number beyond the limit', async (_who, headers, query, total) => {
    await reviewsInAllStates()
    const plain = await app().get(`/review/findReview${query}`, headers)
    expect([plain.headers['x-total-count'], plain.body?.data]).toEqual([
      String(total),
      expect.toSatisfy((data: unknown[]) => data.length === total),
    ])
    const first = await app().get(`/review/findReview${query ? `${query}&` : '?'}limit=1`, headers)
    expect(first.headers['x-total-count']).toBe(String(total))
    expect(first.body?.data).toHaveLength(1)
  })
})
