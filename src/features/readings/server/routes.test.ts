import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { itemPrices, itemReadings, productInfos, users } from '#db/schema.ts'
import { apiBase } from '#shared/paths.ts'
import { DAY_MS } from '#shared/time.ts'
import { aProduct, aSession, aUser } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { readingText } from '../texts-and-limits.ts'

const item = { shopType: 'taobao', productCode: '990000731204' } as const
const picture = 'https://img.alicdn.com/imgextra/i1/hoodie.jpg'
const reading = {
  ...item,
  title: '加绒加厚连帽卫衣宽松纯色男女同款',
  price: 168,
  currency: 'CNY',
  weight: 720,
  variants: [
    ['Forest', 'Plum', 'Moss'],
    ['S', 'M', 'L', 'XL'],
  ],
  pictures: [picture],
}
const call = '/items/readings'
const address = `${call}?shopType=${item.shopType}&productCode=${item.productCode}`
const month = 30 * DAY_MS

describe('what members read in the page of an item', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database, { env: { TRUST_PROXY: 'on', RATE_MULTIPLIER: '100' } })
  const as = (authorization: string, network = '192.0.2.1') => ({ authorization, 'x-forwarded-for': network })
  const send = (body: object, authorization = tokens.user, network = '192.0.2.1') =>
    app().post(call, { ...reading, ...body }, as(authorization, network))
  const readShown = async (authorization?: string) =>
    Object((await app().get(address, authorization ? { authorization } : {})).body).data
  const judge = (id: string, decision: string, authorization = tokens.admin, network = '192.0.2.9') =>
    app().send(`${apiBase}${call}?id=${id}&verdict=${decision}`, {
      method: 'PATCH',
      headers: as(authorization, network),
    })
  const getInfo = async () =>
    Object((await app().get(`/product-info?shopType=taobao&productCode=${item.productCode}`)).body).data

  /** A member whose reading can confirm another. */
  async function aTrustedMember(fields: Partial<typeof users.$inferInsert> = {}): Promise<string> {
    const user = await aUser(database.db)
    const old = new Date(Date.now() - month)
    await database.db
      .update(users)
      .set({ createdAt: old, verifiedAt: old, ...fields })
      .where(eq(users.id, user.id))
    return (await aSession(database.db, user)).token
  }
  let id = ''
  beforeEach(async () => {
    const { status, body } = await send({})
    expect([status, body?.message]).toEqual([200, readingText.thanks])
    id = Object(body?.data)._id
  })

  test('is shown to everyone as not confirmed, without pictures', async () => {
    expect(await readShown()).toEqual([
      {
        ...reading,
        _id: id,
        priceTo: null,
        kind: { id: 'hoodie', category: '102', gramsFrom: 550, gramsTo: 900 },
        pictures: [],
        confirmedBy: 'none',
        status: 'pending',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        isOwn: false,
        reports: { right: 0, off: 0 },
      },
    ])
    expect(await getInfo()).toMatchObject({ productInfo: null })
  })

  test('names neither the member nor the network', async () => {
    const text = JSON.stringify(await readShown())
    expect(text).not.toContain('Mat Ruler')
    const [row] = await database.db.select().from(itemReadings)
    expect(JSON.stringify(row)).not.toContain('192.0.2')
  })

  test('what a second reading of the same member leaves out stays, and none of what was denied', async () => {
    const nothing = { title: null, price: null, currency: null, weight: null, variants: [], pictures: [] }
    await send({ ...nothing, weight: 740 })
    expect(await readShown()).toMatchObject([{ ...reading, weight: 740, pictures: [], status: 'pending' }])
    await send({ ...nothing, price: 158 })
    expect(await readShown()).toMatchObject([
      { title: reading.title, price: 158, currency: 'CNY', weight: 740 },
    ])
    await judge(id, 'denied')
    await send({ ...nothing, weight: 700 })
    expect(await readShown()).toMatchObject([{ ...nothing, weight: 700 }])
  })

  test('pictures alone are shown to no one, and do not close the page when an admin approves them', async () => {
    const nothing = { title: null, price: null, currency: null, weight: null, variants: [] }
    const other = await aTrustedMember()
    const { body } = await send({ ...nothing, productCode: '990000731299' }, other)
    const pictures = Object(body?.data)._id
    const call299 = `${call}?shopType=taobao&productCode=990000731299`
    const readOther = async () => Object((await app().get(call299)).body).data
    expect(await readOther()).toEqual([])
    await judge(pictures, 'approved')
    expect(await readOther()).toEqual([])
    const info = `/product-info?shopType=taobao&productCode=990000731299`
    const readInfo = async () => Object((await app().get(info)).body).data.productInfo
    expect(await readInfo()).toBeNull()

    const facts = await send({ productCode: '990000731299', pictures: [] })
    expect(await readOther()).toMatchObject([{ title: reading.title, confirmedBy: 'none' }])
    await judge(Object(facts.body?.data)._id, 'approved')
    expect(await readInfo()).toMatchObject({
      title: reading.title,
      price: 168,
      imgList: [expect.any(String)],
    })
  })

  test('a second reading of the same member replaces the first', async () => {
    await send({ price: 170 })
    expect(await readShown()).toMatchObject([{ _id: id, price: 170 }])
    expect(await database.db.$count(itemReadings)).toBe(1)
  })

  test('the first reading stays the shown one when another member differs', async () => {
    await send({ price: 16 }, await aTrustedMember(), '198.51.100.1')
    expect(await readShown()).toMatchObject([{ _id: id, price: 168, confirmedBy: 'none' }])
  })

  describe('is confirmed by a second member', () => {
    test('who handed over the same price, within 1 %, and the same number of variants', async () => {
      const names = [
        ['38', '39', '40', '41'],
        ['grün', 'lila', 'moos'],
      ]
      await send(
        { price: 169.5, title: 'Other words', variants: names },
        await aTrustedMember(),
        '198.51.100.1',
      )
      expect(await readShown()).toMatchObject([{ _id: id, confirmedBy: 'members' }])
      expect(await getInfo()).toMatchObject({ productInfo: null })
      expect(await database.db.$count(itemPrices)).toBe(0)
    })

    test.each<[string, object, Partial<typeof users.$inferInsert>, string]>([
      ['another price', { price: 170 }, {}, '198.51.100.1'],
      ['another currency', { currency: 'USD' }, {}, '198.51.100.1'],
      ['another number of variants', { variants: [['S', 'M']] }, {}, '198.51.100.1'],
      ['an address that is not verified', {}, { verifiedAt: null }, '198.51.100.1'],
      ['a new account', {}, { createdAt: new Date(Date.now() - 6 * DAY_MS) }, '198.51.100.1'],
      ['the same network', {}, {}, '192.0.2.77'],
    ])('but not with %s', async (_case, change, account, network) => {
      await send(change, await aTrustedMember(account), network)
      expect(await readShown()).toMatchObject([{ _id: id, confirmedBy: 'none' }])
    })

    test('but not by one to whom it was shown', async () => {
      const token = await aTrustedMember()
      await readShown(token)
      await send({}, token, '198.51.100.1')
      expect(await readShown()).toMatchObject([{ _id: id, confirmedBy: 'none' }])
    })

    test('but not by a reading without a price', async () => {
      await send({ price: null, currency: null }, await aTrustedMember(), '198.51.100.1')
      expect(await readShown()).toMatchObject([{ _id: id, confirmedBy: 'none' }])
    })
  })

  describe('approved by an admin', () => {
    test('is the item’s information, with its pictures, until a source answers', async () => {
      expect((await judge(id, 'approved')).status).toBe(200)
      expect(await readShown()).toMatchObject([
        { confirmedBy: 'admin', pictures: [expect.stringMatching(/^\/img\//)] },
      ])
      expect(await getInfo()).toMatchObject({
        state: 'known',
        source: 'reading',
        productInfo: { title: reading.title, price: 168, imgList: [expect.stringMatching(/^\/img\//)] },
      })
      expect(await database.db.select().from(itemPrices)).toMatchObject([{ itemId: item.productCode }])
    })

    test('is taken back with a later decision', async () => {
      await judge(id, 'approved')
      await judge(id, 'denied')
      expect(await readShown()).toEqual([])
      expect(await getInfo()).toMatchObject({ productInfo: null })
    })

    test('keeps the weight, also for the collection, until it is taken back', async () => {
      const saved = { authorization: tokens.user }
      const readWeights = async () => {
        const { productInfo } = await getInfo()
        const { body } = await app().get('/users/viewCollection', saved)
        return [
          productInfo?.weight,
          Object(body?.data).productCollection.map(({ weight }: { weight: unknown }) => weight),
        ]
      }
      await judge(id, 'approved')
      await app().post(`/users/addToCollection?productCode=${item.productCode}&shopType=taobao`, {}, saved)
      expect(await readWeights()).toEqual([720, [720]])
      await judge(id, 'pending')
      expect(await readWeights()).toEqual([undefined, [null]])
    })

    test('gives way to another approved one when it is taken back', async () => {
      const { body } = await send({ price: 150, title: 'Another' }, await aTrustedMember(), '198.51.100.1')
      await judge(id, 'approved')
      await judge(Object(body?.data)._id, 'approved')
      expect(await getInfo()).toMatchObject({ productInfo: { title: 'Another' } })
      await judge(Object(body?.data)._id, 'denied')
      expect(await getInfo()).toMatchObject({ productInfo: { title: reading.title, weight: 720 } })
    })

    test('is taken back by another reading of the same member, which waits again', async () => {
      const untitled = { productCode: '990000731299', title: null }
      const { body } = await send(untitled)
      await judge(Object(body?.data)._id, 'approved')
      const sent = await send({ ...untitled, title: 'Never seen by an admin' })
      expect(sent.body?.data).toMatchObject({ _id: Object(body?.data)._id, status: 'pending' })
      const address = '/product-info?shopType=taobao&productCode=990000731299'
      expect(Object((await app().get(address)).body).data).toMatchObject({ productInfo: null })
    })

    test('leaves a source’s answer as it is', async () => {
      const info = { title: 'From a source', titleOriginal: '', price: 59, currency: 'CNY' }
      const lists = { imgList: [], skus: [], productAttr: [], propsTrans: {} }
      await database.db.insert(productInfos).values({
        shopType: 'taobao',
        itemId: item.productCode,
        info: { ...info, ...lists },
        source: 'storefront',
      })
      await judge(id, 'approved')
      expect(await getInfo()).toMatchObject({ source: 'storefront', productInfo: { price: 59 } })
    })
  })

  test('returns 409 when the admin saw an older state', async () => {
    const [before] = await readShown()
    await send({ price: 171 })
    const { status, body } = await judge(id, `approved&seen=${before.updatedAt}`)
    expect([status, body?.code]).toEqual([409, 'READING_CHANGED'])
  })

  test('is hidden until an admin looks, once members of two networks called it wrong', async () => {
    const [one, two, three] = [await aTrustedMember(), await aTrustedMember(), await aTrustedMember()]
    await judge(id, 'off', one, '198.51.100.1')
    await judge(id, 'off', two, '198.51.100.2')
    expect(await readShown()).toHaveLength(1)
    expect((await judge(id, 'off', three, '203.0.113.1')).body?.message).toBe(readingText.reported)
    expect(await readShown()).toEqual([])
    const { body } = await app().get(call, { authorization: tokens.admin })
    expect(body?.data).toMatchObject([{ _id: id, reports: { right: 0, off: 3 } }])
    await judge(id, 'approved')
    expect(await readShown()).toHaveLength(1)
  })

  test('is not confirmed by "Yes"', async () => {
    await judge(id, 'right', await aTrustedMember(), '198.51.100.1')
    expect(await readShown()).toMatchObject([{ confirmedBy: 'none' }])
  })

  test('returns 409 for an answer to one’s own reading', async () => {
    const { status, body } = await judge(id, 'right', tokens.user)
    expect([status, body?.code]).toEqual([409, 'OWN_READING'])
  })

  test.each(['approved', 'denied', 'pending'])('returns 403 when a member decides "%s"', async (decision) => {
    expect((await judge(id, decision, await aTrustedMember())).status).toBe(403)
  })

  test.each<[string, object, string]>([
    ['a link in the title', { title: 'see www.shop' }, readingText.link],
    ['a link in a variant', { variants: [['https://a.example']] }, readingText.link],
    ['a way to reach someone', { title: '加微信: abc12345' }, readingText.contact],
    ['a price a hundred times too high', { title: '连帽卫衣', price: 20_000 }, readingText.price],
    ['a price a hundred times too low', { title: '连帽卫衣', price: 0.5 }, readingText.price],
    ['nothing', { title: null, price: null, weight: null, variants: [], pictures: [] }, readingText.empty],
  ])('returns 400 for %s', async (_case, change, sentence) => {
    const { status, body } = await send({ productCode: '990000731205', ...change })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(sentence)])
  })

  test.each([
    { title: 'x'.repeat(301) },
    { title: 'turned\u202etext' },
    { title: '\u200b' },
    { price: -1 },
    { price: 1_000_001 },
    { price: '168' },
    { price: 1.234 },
    { weight: 0.5 },
    { currency: 'XXX' },
    { variants: [['a'], []] },
    { variants: Array.from({ length: 9 }, () => ['a']) },
    { pictures: Array.from({ length: 31 }, () => picture) },
    { status: 'approved' },
    { userId: '0198a000-0000-7000-8000-0000000000ff' },
  ])('returns 400 for %j', async (change) => {
    expect((await send(change)).status).toBe(400)
  })

  test('drops pictures of hosts that may not be shown', async () => {
    await send({
      pictures: ['https://evil.example/a.jpg', 'javascript:alert(1)', 'http://127.0.0.1/x.png', picture],
    })
    const { body } = await app().get(call, { authorization: tokens.admin })
    expect(Object(body).data[0].pictures).toHaveLength(1)
  })

  test('returns 409 for an item that is known', async () => {
    await aProduct(database.db, { shopType: 'taobao', itemId: '990000731299', name: 'Known' })
    const { status, body } = await send({ productCode: '990000731299' })
    expect([status, body?.code]).toEqual([409, 'ITEM_KNOWN'])
  })

  test('returns 429 for the 31st reading that waits', async () => {
    for (let index = 1; index < 30; index += 1) await send({ productCode: `99000080${index}` })
    const { status, body } = await send({ productCode: '9900009999' })
    expect([status, body?.message]).toEqual([429, readingText.tooManyWaiting])
  })

  test('keeps the facts and drops the member when the account is deleted', async () => {
    const [row] = await database.db.select().from(itemReadings)
    await database.db.delete(users).where(eq(users.id, row?.userId ?? ''))
    expect(await readShown()).toMatchObject([{ _id: id, title: reading.title }])
  })

  test('lists readings for admins page by page, and for others only that of one item', async () => {
    await send({ productCode: '990000731206' })
    const { body, headers } = await app().get(`${call}?limit=1&status=pending`, {
      authorization: tokens.admin,
    })
    expect(Object(body).data).toHaveLength(1)
    expect([headers['x-total-count'], String(headers.link)]).toEqual([
      '2',
      expect.stringContaining('rel="next"'),
    ])
    expect((await app().get(call, { authorization: tokens.user })).status).toBe(400)
    expect((await app().get(call)).status).toBe(400)
  })
})
