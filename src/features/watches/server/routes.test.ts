import { describe, expect, test } from 'vitest'
import { collectionEntries, watches, watchNotices } from '#db/schema.ts'
import { verifyData } from '#operations/verify.ts'
import { HOUR_MS } from '#shared/time.ts'
import { aProduct } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'
import { createObserver, createWatcher, watchedItem } from '#test/fixtures/watch-fixture.ts'

const hours = (count: number) => new Date(Date.now() + count * HOUR_MS)

describe.each(modes)('watching over HTTP on %s', (mode) => {
  const database = useDatabase(mode)
  const app = useApp(database)
  const look = createObserver(app)
  const someone = () => createWatcher(database, app)

  test('what is watched is said, changed and ended, whether it is in the collection or not', async () => {
    const { watchItem, get, send } = await someone()
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
    ['nothing to be told of', {}, 'Choose at least one alert.'],
    ['a price of nothing', { below: 0 }, 'Enter a price in yuan, with at most two decimals.'],
    ['less than nothing', { below: -5 }, 'Enter a price in yuan, with at most two decimals.'],
    ['parts of a fen', { below: 19.999 }, 'Enter a price in yuan, with at most two decimals.'],
    ['less than a fen', { below: 0.001 }, 'Enter a price in yuan, with at most two decimals.'],
    ['a price as text', { below: '200' }, 'Enter a price in yuan, with at most two decimals.'],
    ['more than there is', { below: 1e10 }, 'Enter a price in yuan, with at most two decimals.'],
  ])('%s is refused', async (_what, wishes, message) => {
    const { watchItem } = await someone()
    const { status, body } = await watchItem(wishes)
    expect([status, body?.errors]).toEqual([400, [{ field: 'below', message }]])
    expect(await database.db.select().from(watches)).toEqual([])
  })

  test('a price beyond all numbers is refused', async () => {
    const { authorization } = await someone()
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
  ])('an item that cannot be, %j, is refused', async (item) => {
    expect((await (await someone()).watchItem({ newPhotos: true, ...item })).status).toBe(400)
  })

  test('an item that nobody knows can be watched, and is named by nobody', async () => {
    const { watchItem } = await someone()
    expect((await watchItem({ productCode: '1', newPhotos: true })).body?.data).toMatchObject({
      productCode: '1',
      title: null,
      image: null,
      price: null,
    })
  })

  test('does not show, change or end another member’s watches', async () => {
    const [ann, bob] = [await someone(), await someone()]
    await ann.watchItem({ below: 200 })
    await look({ price: 150 })
    await bob.send('DELETE', `/watches/${watchedItem.itemId}?shopType=weidian`)
    await bob.send('POST', '/watches/notices/read')
    await bob.watchItem({ newPhotos: true, userId: ann.id })
    expect((await bob.get('/watches')).body?.data).toMatchObject([{ below: null, newPhotos: true }])
    expect(await bob.notices()).toEqual([])
    expect((await ann.get('/watches')).body?.data).toMatchObject([{ below: 200, newPhotos: false }])
    expect(await ann.notices()).toMatchObject([{ kind: 'price', isRead: false }])
  })

  test('of 201 items at once 200 are watched, and each can still be changed', async () => {
    const { id: userId, watchItem, get } = await someone()
    const rows = Array.from({ length: 195 }, (_, at) => ({
      userId,
      shopType: 'taobao' as const,
      itemId: String(at),
      newPhotos: true,
    }))
    await database.db.insert(watches).values(rows)
    const replies = await Promise.all(
      Array.from({ length: 9 }, (_, at) => watchItem({ productCode: `new-${at}`, newPhotos: true })),
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

  describe('a price', () => {
    test('below the limit is told once, and again after it was not below', async () => {
      const { watchItem, listNotices } = await someone()
      await look({ price: 219 }, hours(-9))
      await watchItem({ below: 200 })
      await look({ price: 200 }, hours(-8))
      expect(await listNotices()).toEqual([])
      await look({ price: 189.5 }, hours(-7))
      await look({ price: 180 }, hours(-6))
      expect(await listNotices()).toEqual([['price', 189.5]])
      await look({ price: 200 }, hours(-5))
      await look({ price: 199.99 }, hours(-4))
      expect(await listNotices()).toEqual([
        ['price', 199.99],
        ['price', 189.5],
      ])
    })

    test('that is below already when it is asked for is said then, and told the next time', async () => {
      const { watchItem, listNotices } = await someone()
      await look({ price: 150 }, hours(-3))
      expect((await watchItem({ below: 200 })).body?.data).toMatchObject({ isBelow: true })
      await look({ price: 140 }, hours(-2))
      expect(await listNotices()).toEqual([])
      expect((await watchItem({ below: 130 })).body?.data).toMatchObject({ isBelow: false })
      await look({ price: 129 }, hours(-1))
      expect(await listNotices()).toEqual([['price', 129]])
    })

    test('that nobody knew when it was asked for is told at the first look', async () => {
      const { watchItem, listNotices } = await someone()
      await watchItem({ below: 200 })
      await look({ price: null }, hours(-3))
      await look({ price: 20, currency: 'USD' }, hours(-2))
      expect(await listNotices()).toEqual([])
      await look({ price: 199 }, hours(-1))
      expect(await listNotices()).toEqual([['price', 199]])
    })

    test('below the limit of several looks at once is told once to each', async () => {
      const people = [await someone(), await someone(), await someone()]
      for (const { watchItem } of people) await watchItem({ below: 200 })
      await Promise.all(Array.from({ length: 8 }, (_, at) => look({ price: 150 + (at % 2) })))
      for (const { listNotices } of people) expect(await listNotices()).toHaveLength(1)
    })

    test('below a limit that is changed meanwhile is told once at most', async () => {
      const { watchItem, listNotices } = await someone()
      await watchItem({ below: 200 })
      await Promise.all([
        look({ price: 150 }),
        watchItem({ below: 190 }),
        look({ price: 150 }),
        watchItem({ below: 180 }),
      ])
      expect((await listNotices()).length).toBeLessThanOrEqual(1)
      expect(await verifyData(database.db)).toEqual([])
    })
  })

  test('stock that comes back is told once, and not where nobody knew that it was out', async () => {
    const { watchItem, listNotices } = await someone()
    await watchItem({ backInStock: true })
    await look({ stock: 3 }, hours(-9))
    await look({ stock: 0 }, hours(-8))
    await look({ stock: null }, hours(-7))
    expect(await listNotices()).toEqual([])
    await look({ stock: 1 }, hours(-6))
    await look({ stock: 5 }, hours(-5))
    expect(await listNotices()).toEqual([['stock', null]])
    await look({ stock: 0 }, hours(-4))
    await look({ stock: 2, price: null }, hours(-3))
    expect(await listNotices()).toHaveLength(2)
  })

  test('stock that was out when it was asked for is told when it comes back', async () => {
    const { watchItem, listNotices } = await someone()
    await look({ stock: 0 }, hours(-2))
    await watchItem({ backInStock: true })
    await look({ stock: 1 }, hours(-1))
    expect(await listNotices()).toEqual([['stock', null]])
  })

  test('new photos are told, and added up as long as nobody has read of them', async () => {
    const { watchItem, listNotices, send } = await someone()
    const other = await someone()
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

  test('what is read is marked, up to the moment that was seen', async () => {
    const { watchItem, notices, send } = await someone()
    await watchItem({ below: 200, backInStock: true })
    await look({ price: 150, stock: 0 }, hours(-2))
    const [seen] = await notices()
    await look({ price: 150, stock: 1 }, hours(-1))
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
    ['before all years', '0000-01-01T00:00:00Z', false],
    ['at the end of all years', '9999-12-31T23:59:59.999Z', true],
    ['a moment too exact for a database', `2999-01-01T00:00:00.${'1'.repeat(300)}Z`, true],
  ])('what came up to a moment is read: %s', async (_when, until, isRead) => {
    const { watchItem, notices, send } = await someone()
    await watchItem({ below: 200 })
    await look({ price: 150 }, hours(-2))
    expect((await send('POST', `/watches/notices/read?until=${until}`)).status).toBe(200)
    expect(await notices()).toMatchObject([{ isRead }])
  })

  test('old notices go, and of each account all but the newest 200', async () => {
    const [ann, bob] = [await someone(), await someone()]
    const rows = Array.from({ length: 205 }, (_, at) => ({
      ...watchedItem,
      userId: ann.id,
      kind: 'price' as const,
      value: 1 + at,
      createdAt: hours(-300 + at),
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

  test('the rules tell of what may not be', async () => {
    const { id: userId } = await someone()
    const kind = 'gossip' as 'price' // as a broken program might write it
    await database.db.insert(watches).values({ ...watchedItem, userId })
    await database.db.insert(watchNotices).values({ ...watchedItem, userId, kind, value: 1 })
    expect((await verifyData(database.db)).map(({ name }) => name)).toEqual([
      'A watch must have at least one alert.',
      'A notice must be about a price, stock or new photos.',
    ])
  })
})
