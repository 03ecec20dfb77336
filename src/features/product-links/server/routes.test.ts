import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { agents } from '#db/schema.ts'
import { anAgent } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const weidian = 'https://weidian.com/item.html?itemID=7229418055'
const nothingStated = { title: null, price: null, priceTo: null, currency: null, skuId: null }
const buildQuery = (text: string) => `?text=${encodeURIComponent(text)}`

describe('links over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database)
  const parse = (text: string) => app().get(`/links/parse${buildQuery(text)}`)

  test('returns the item of a text', async () => {
    const { body } = await parse(`看看这个 ${weidian}&spider_token=1 。`)
    expect(body).toEqual({
      success: true,
      statusCode: 200,
      message: 'OK',
      data: {
        shopType: 'weidian',
        id: '7229418055',
        agent: null,
        canonicalUrl: weidian,
        items: 1,
        hints: nothingStated,
      },
    })
  })

  test.each([
    ['hello', 'NOT_A_LINK'],
    ['https://example.com/item?id=1', 'OTHER_SITE'],
    ['https://weidian.com/?userid=1625671124', 'SHOP_PAGE'],
    ['https://m.tb.cn/h.5abcDEF', 'SHORT_LINK'],
    ['javascript:alert(1)?id=1&shoptype=taobao', 'NOT_A_LINK'],
  ])('returns 400 with a code and a message for %s: %s', async (text, code) => {
    const { status, body } = await parse(text)
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, statusCode: 400, code })
    expect(String(body?.message)).toMatch(/^[A-Z].+\.$/)
  })

  test('returns title, price, variant and number of items, also for a short link that is refused', async () => {
    const address = 'https://item.taobao.com/item.htm?id=991234567890&price=13.5-57.5&skuId=592095'
    const hints = { title: '双肩包', price: 13.5, priceTo: 57.5, currency: 'CNY', skuId: '592095' }
    expect((await parse(`「双肩包」 ${address}`)).body?.data).toMatchObject({ items: 1, hints })

    const shortLink = '【淘宝】https://m.tb.cn/h.5abcDEF CZ356 「双肩包」 ¥168'
    const stated = { ...nothingStated, title: '双肩包', price: 168, currency: 'CNY' }
    const { status, body } = await parse(shortLink)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'SHORT_LINK', data: { items: 1, hints: stated } })
    const list = await app().post('/links/parse', { texts: [shortLink] })
    expect(list.body?.data).toMatchObject([{ ok: false, code: 'SHORT_LINK', items: 1, hints: stated }])
  })

  test('returns TOO_LONG for a text of more than 8,192 characters', async () => {
    const { status, body } = await parse('x'.repeat(8193))
    expect([status, body?.code]).toEqual([400, 'TOO_LONG'])
  })

  test.each(['', '?text=', '?text=a&text=b', '?text[]=a', '?link=a'])(
    'returns 400 when there is not exactly one text: %s',
    async (search) => {
      const { status, body } = await app().get(`/links/parse${search}`)
      expect([status, body?.code]).toEqual([400, 'INVALID_INPUT'])
    },
  )

  test('returns one result per text of a list, and an error does not fail the others', async () => {
    const { status, body } = await app().post('/links/parse', { texts: [weidian, '', 'hello', '\0\ud800'] })
    expect(status).toBe(200)
    const parseError = {
      ok: false,
      code: 'NOT_A_LINK',
      reason: expect.stringMatching(/^[A-Z].+\.$/),
      items: 0,
      hints: nothingStated,
    }
    expect(body?.data).toEqual([
      {
        ok: true,
        shopType: 'weidian',
        id: '7229418055',
        agent: null,
        canonicalUrl: weidian,
        items: 1,
        hints: nothingStated,
      },
      parseError,
      parseError,
      parseError,
    ])
  })

  test('returns an uncacheable empty list for an empty list', async () => {
    const { status, body, headers } = await app().post('/links/parse', { texts: [] })
    expect([status, body?.data, headers['cache-control']]).toEqual([200, [], 'private, no-store'])
  })

  test('accepts at most 500 texts and 768 KB', async () => {
    const createBody = (count: number, text: string) => ({ texts: Array.from({ length: count }, () => text) })
    const statuses = [
      await app().post('/links/parse', createBody(500, weidian)),
      await app().post('/links/parse', createBody(501, weidian)),
      await app().post('/links/parse', createBody(95, 'x'.repeat(8193))),
      await app().post('/links/parse', createBody(97, 'x'.repeat(8193))),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 400, 200, 413])
  })

  test.each([
    [null],
    [[]],
    ['text'],
    [{}],
    [{ texts: weidian }],
    [{ texts: [1] }],
    [{ texts: [null] }],
    [{ texts: [[weidian]] }],
    [{ texts: { 0: weidian, length: 1 } }],
  ])('returns 400 for the body %j', async (value) => {
    const { status, body } = await app().post('/links/parse', value)
    expect([status, body?.code]).toEqual([400, 'INVALID_INPUT'])
  })

  test('converts an item for every active agent in their order', async () => {
    await anAgent(database.db, { name: 'CNFans', image: '/agents/cnfans.svg', linkWeidian: '', position: 2 })
    await anAgent(database.db, {
      name: 'OOPBuy',
      image: '/agents/oopbuy.svg',
      linkWeidian: 'https://www.oopbuy.com/product/weidian/{id}?again={id}',
      position: 1,
    })
    await anAgent(database.db, { name: 'PandaBuy', active: false, position: 3 })
    const { body } = await app().get(`/links/convert${buildQuery(weidian)}`)
    expect(body?.data).toEqual({
      shopType: 'weidian',
      id: '7229418055',
      agent: null,
      canonicalUrl: weidian,
      links: [
        {
          agent: 'OOPBuy',
          img: '/agents/oopbuy.svg',
          url: 'https://www.oopbuy.com/product/weidian/7229418055?again=7229418055',
        },
        { agent: 'CNFans', img: '/agents/cnfans.svg', url: null },
      ],
    })
  })

  test('parses the links of an agent from its creation until its deletion', async () => {
    const link = 'https://www.brandnew.example/goods/w/7229418055?ref=x'
    expect((await parse(link)).body).toMatchObject({ code: 'OTHER_SITE' })
    const { id } = await anAgent(database.db, {
      name: 'BrandNew',
      linkTaobao: 'https://www.brandnew.example/goods/t/{id}',
      linkWeidian: 'https://www.brandnew.example/goods/w/{id}',
    })
    const expectedItem = { shopType: 'weidian', id: '7229418055', agent: 'brandnew', canonicalUrl: weidian }
    expect((await parse(link)).body?.data).toMatchObject(expectedItem)
    const { body } = await app().post('/links/parse', { texts: ['hello', link] })
    expect(body?.data).toMatchObject([{ ok: false }, { ok: true, ...expectedItem }])
    const { headers } = await app().send(`/go?url=${encodeURIComponent(link)}`)
    expect(headers.location).toBe('/product/weidian/7229418055')
    await database.db.delete(agents).where(eq(agents.id, id))
    expect((await parse(link)).body).toMatchObject({ code: 'OTHER_SITE' })
  })

  test('returns 400 when a text without an item is to be converted', async () => {
    const { status, body } = await app().get(`/links/convert${buildQuery('https://m.tb.cn/h.5abcDEF')}`)
    expect([status, body?.code]).toEqual([400, 'SHORT_LINK'])
  })
})
