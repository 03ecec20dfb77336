import { describe, expect, test } from 'vitest'
import { collectionEntries, watches, watchNotices } from '#db/schema.ts'
import { verifyData } from '#operations/verify.ts'
import { HOUR_MS } from '#shared/time.ts'
import { aProduct } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createObserver, createWatcher, watchedItem } from '#test/fixtures/watch-fixture.ts'

const hours = (count: number) => new Date(Date.now() + count * HOUR_MS)

describe('watches over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database)
  const observe = createObserver(app)
  const createUser = () => createWatcher(database, app)

  test('lists, changes and deletes watches, without a collection entry', async () => {
    const { watchItem, get, send } = await createUser()
    await aProduct(database.db, { ...watchedItem, name: 'Heavy cotton tee', priceFen: 21_900 })
    const { status, body } = await watchItem({ below: 200, newPhotos: true })
    const entry = {
      productCode: watchedItem.itemId,
      shopType: 'weidian',
      title: 'Heavy cotton tee',
      skuId: null,
      variant: '',
      image: expect.stringMatching(/^\/img\//),
      price: 219,
      below: 200,
      backInStock: false,
      newPhotos: true,
      byMail: true,
      isBelow: false,
    }
    expect([status, body]).toEqual([
      200,
      { success: true, statusCode: 200, message: 'You are watching this item.', data: entry },
    ])
    await watchItem({ below: null, backInStock: true, byMail: false })
    const changed = { ...entry, below: null, backInStock: true, newPhotos: false, byMail: false }
    expect((await get('/watches')).body?.data).toEqual([changed])
    expect(await database.db.select().from(collectionEntries)).toEqual([])
    for (let times = 0; times < 2; times += 1) {
      const removed = await send('DELETE', `/watches/${watchedItem.itemId}?shopType=weidian`)
      expect([removed.status, removed.body?.message]).toEqual([200, 'You stopped watching this item.'])
    }
    expect((await get('/watches')).body?.data).toEqual([])
  })

  test.each([
    ['no alert', {}, 'Choose at least one alert.'],
    ['a price of 0', { below: 0 }, 'Enter a price in yuan, with at most two decimals.'],
    ['a negative price', { below: -5 }, 'Enter a price in yuan, with at most two decimals.'],
    ['a fraction of a fen', { below: 19.999 }, 'Enter a price in yuan, with at most two decimals.'],
    ['less than a fen', { below: 0.001 }, 'Enter a price in yuan, with at most two decimals.'],
    ['a price as text', { below: '200' }, 'Enter a price in yuan, with at most two decimals.'],
    ['a price above the maximum', { below: 1e10 }, 'Enter a price in yuan, with at most two decimals.'],
  ])('returns 400 for %s', async (_what, alerts, message) => {
    const { watchItem } = await createUser()
    const { status, body } = await watchItem(alerts)
    expect([status, body?.errors]).toEqual([400, [{ field: 'below', message }]])
    expect(await database.db.select().from(watches)).toEqual([])
  })

  test('returns 400 for a price beyond the range of numbers', async () => {
    const { authorization } = await createUser()
    const body = `{"productCode":"42","shopType":"weidian","below":1e309}`
    const headers = { authorization, 'content-type': 'application/json' }
    const { status } = await app().send('/api/v1/watches', { method: 'POST', headers, body })
    expect(status).toBe(400)
  })

  test.each([
    { productCode: '../42' },
    { productCode: '' },
    { productCode: '1'.repeat(65) },
    { shopType: 'ebay' },
  ])('returns 400 for an invalid item %j', async (item) => {
    expect((await (await createUser()).watchItem({ newPhotos: true, ...item })).status).toBe(400)
  })

  test('watches an unknown item, without title, image and price', async () => {
    const { watchItem } = await createUser()
    expect((await watchItem({ productCode: '1', newPhotos: true })).body?.data).toMatchObject({
      productCode: '1',
      title: null,
      image: null,
      price: null,
    })
  })

  test('does not show, change or end another member’s watches', async () => {
    const [ann, bob] = [await createUser(), await createUser()]
    await ann.watchItem({ below: 200 })
    await observe({ price: 150 })
    await bob.send('DELETE', `/watches/${watchedItem.itemId}?shopType=weidian`)
    await bob.send('POST', '/watches/notices/read')
    await bob.watchItem({ newPhotos: true, userId: ann.id })
    expect((await bob.get('/watches')).body?.data).toMatchObject([{ below: null, newPhotos: true }])
    expect(await bob.notices()).toEqual([])
    expect((await ann.get('/watches')).body?.data).toMatchObject([{ below: 200, newPhotos: false }])
    expect(await ann.notices()).toMatchObject([{ kind: 'price', isRead: false }])
  })

  test('allows 200 watches under concurrent requests, which can still be changed', async () => {
    const { id: userId, watchItem, get } = await createUser()
    const rows = Array.from({ length: 195 }, (_, index) => ({
      userId,
      shopType: 'taobao' as const,
      itemId: String(index),
      newPhotos: true,
    }))
    await database.db.insert(watches).values(rows)
    const replies = await Promise.all(
      Array.from({ length: 9 }, (_, index) => watchItem({ productCode: `new-${index}`, newPhotos: true })),
    )
    const refused = replies.filter(({ status }) => status === 400)
    expect(refused).toHaveLength(4)
    expect(refused[0]?.body).toMatchObject({
      code: 'WATCHES_FULL',
      message: "You're watching 200 items, the maximum. Stop watching one first.",
    })
    expect((await watchItem({ productCode: '7', shopType: 'taobao', below: 5 })).status).toBe(200)
    expect((await get('/watches')).body?.data).toHaveLength(200)
    expect(await verifyData(database.db)).toEqual([])
  })

  describe('a price notice', () => {
    test('is created once below the limit, and again after the price was not below', async () => {
      const { watchItem, listNotices } = await createUser()
      await observe({ price: 219 }, hours(-9))
      await watchItem({ below: 200 })
      await observe({ price: 200 }, hours(-8))
      expect(await listNotices()).toEqual([])
      await observe({ price: 189.5 }, hours(-7))
      await observe({ price: 180 }, hours(-6))
      expect(await listNotices()).toEqual([['price', 189.5]])
      await observe({ price: 200 }, hours(-5))
      await observe({ price: 199.99 }, hours(-4))
      expect(await listNotices()).toEqual([
        ['price', 199.99],
        ['price', 189.5],
      ])
    })

    test('is not created for a price already below the limit, but the next time', async () => {
      const { watchItem, listNotices } = await createUser()
      await observe({ price: 150 }, hours(-3))
      expect((await watchItem({ below: 200 })).body?.data).toMatchObject({ isBelow: true })
      await observe({ price: 140 }, hours(-2))
      expect(await listNotices()).toEqual([])
      expect((await watchItem({ below: 130 })).body?.data).toMatchObject({ isBelow: false })
      await observe({ price: 129 }, hours(-1))
      expect(await listNotices()).toEqual([['price', 129]])
    })

    test('is created at the first observation when the price was unknown before', async () => {
      const { watchItem, listNotices } = await createUser()
      await watchItem({ below: 200 })
      await observe({ price: null }, hours(-3))
      await observe({ price: 20, currency: 'USD' }, hours(-2))
      expect(await listNotices()).toEqual([])
      await observe({ price: 199 }, hours(-1))
      expect(await listNotices()).toEqual([['price', 199]])
    })

    test('is created once per user for concurrent observations', async () => {
      const people = [await createUser(), await createUser(), await createUser()]
      for (const { watchItem } of people) await watchItem({ below: 200 })
      await Promise.all(Array.from({ length: 8 }, (_, index) => observe({ price: 150 + (index % 2) })))
      for (const { listNotices } of people) expect(await listNotices()).toHaveLength(1)
    })

    test('is created once at most when the limit changes concurrently', async () => {
      const { watchItem, listNotices } = await createUser()
      await watchItem({ below: 200 })
      await Promise.all([
        observe({ price: 150 }),
        watchItem({ below: 190 }),
        observe({ price: 150 }),
        watchItem({ below: 180 }),
      ])
      expect((await listNotices()).length).toBeLessThanOrEqual(1)
      expect(await verifyData(database.db)).toEqual([])
    })
  })

  test('creates one notice when stock comes back, and none when it was not known to be out', async () => {
    const { watchItem, listNotices } = await createUser()
    await watchItem({ backInStock: true })
    await observe({ stock: 3 }, hours(-9))
    await observe({ stock: 0 }, hours(-8))
    await observe({ stock: null }, hours(-7))
    expect(await listNotices()).toEqual([])
    await observe({ stock: 1 }, hours(-6))
    await observe({ stock: 5 }, hours(-5))
    expect(await listNotices()).toEqual([['stock', null]])
    await observe({ stock: 0 }, hours(-4))
    await observe({ stock: 2, price: null }, hours(-3))
    expect(await listNotices()).toHaveLength(2)
  })

  test('creates a notice when stock comes back that was out when the watch began', async () => {
    const { watchItem, listNotices } = await createUser()
    await observe({ stock: 0 }, hours(-2))
    await watchItem({ backInStock: true })
    await observe({ stock: 1 }, hours(-1))
    expect(await listNotices()).toEqual([['stock', null]])
  })

  test('creates a notice of new photos, and adds to it while it is unread', async () => {
    const { watchItem, listNotices, send } = await createUser()
    const other = await createUser()
    await other.watchItem({ below: 5 })
    await watchItem({ newPhotos: true })
    const photos = (count: number) =>
      database.db.transaction((tx) => app().features.watches.onNewPhotos(tx, watchedItem, { count }))
    await photos(0)
    expect(await listNotices()).toEqual([])
    await photos(4)
    await Promise.all([photos(1), photos(2)])
    expect(await listNotices()).toEqual([['photos', 7]])
    await send('POST', '/watches/notices/read')
    await photos(1)
    expect(await listNotices()).toEqual([
      ['photos', 1],
      ['photos', 7],
    ])
    expect(await other.listNotices()).toEqual([])
  })

  test('marks notices as read up to a moment', async () => {
    const { watchItem, notices, send } = await createUser()
    await watchItem({ below: 200, backInStock: true })
    await observe({ price: 150, stock: 0 }, hours(-2))
    const [seen] = await notices()
    await observe({ price: 150, stock: 1 }, hours(-1))
    await send('POST', `/watches/notices/read?until=${seen?.createdAt}`)
    expect(await notices()).toMatchObject([
      { kind: 'stock', isRead: false },
      { kind: 'price', isRead: true },
    ])
    await send('POST', '/watches/notices/read')
    expect((await notices()).every(({ isRead }) => isRead)).toBe(true)
    expect((await send('POST', '/watches/notices/read?until=yesterday')).status).toBe(400)
  })

  test.each([
    ['before the first year', '0000-01-01T00:00:00Z', false],
    ['at the end of the last year', '9999-12-31T23:59:59.999Z', true],
    ['with too many digits for a database', `2999-01-01T00:00:00.${'1'.repeat(300)}Z`, true],
  ])('marks notices as read up to a moment %s', async (_when, until, isRead) => {
    const { watchItem, notices, send } = await createUser()
    await watchItem({ below: 200 })
    await observe({ price: 150 }, hours(-2))
    expect((await send('POST', `/watches/notices/read?until=${until}`)).status).toBe(200)
    expect(await notices()).toMatchObject([{ isRead }])
  })

  test('deletes old notices, and all but the newest 200 of each account', async () => {
    const [ann, bob] = [await createUser(), await createUser()]
    const rows = Array.from({ length: 205 }, (_, index) => ({
      ...watchedItem,
      userId: ann.id,
      kind: 'price' as const,
      value: 1 + index,
      createdAt: hours(-300 + index),
    }))
    const old = { ...watchedItem, userId: bob.id, kind: 'stock' as const, createdAt: hours(-24 * 91) }
    await database.db.insert(watchNotices).values([...rows, old])
    await app().features.watches.service.sweep()
    expect((await ann.listNotices()).map(([, value]) => value)).toEqual(
      rows
        .map(({ value }) => value / 100)
        .toReversed()
        .slice(0, 200),
    )
    expect(await bob.listNotices()).toEqual([])
  })

  test('are reported by the data checks when they are invalid', async () => {
    const { id: userId } = await createUser()
    const kind = 'gossip' as 'price' // an invalid kind
    await database.db.insert(watches).values({ ...watchedItem, userId })
    await database.db.insert(watchNotices).values({ ...watchedItem, userId, kind, value: 1 })
    expect((await verifyData(database.db)).map(({ name }) => name)).toEqual([
      'A watch must have at least one alert.',
      'A notice must be about a price, stock or new photos.',
    ])
  })
})
