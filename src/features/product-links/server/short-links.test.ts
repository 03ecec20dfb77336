import { describe, expect, test } from 'vitest'
import { shortLinks } from '#db/schema.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { shortLinkAnswers, useShortLinkFixture } from '#test/fixtures/short-link-fixture.ts'

const { to, page, status } = shortLinkAnswers
const item = 'https://item.taobao.com/item.htm?id=652874751412&spm=a1z10'
const expectedItem = { shopType: 'taobao', id: '652874751412', agent: null }
const openOnce = 'Open it in your browser and paste the full address.'
const nowhere = `This short link doesn't lead to an item we know. ${openOnce}`
const silent = `We couldn't open this short link right now. ${openOnce}`

let count = 0
/** A new code, so that no outcome is cached or stored for it. */
const createCode = () => `h.a${++count}`

describe('short links', () => {
  const database = useDatabase()
  const stage = useShortLinkFixture()
  const app = useApp(database, {
    env: { SHORT_LINKS: 'on', BREAKER_RESET_MS: '1' },
    network: stage.network,
  })
  const parse = (text: string) => app().get(`/links/parse?text=${encodeURIComponent(text)}`)

  /** Parses a new link of m.tb.cn to which the simulated site responds with `response`. */
  async function parseWithResponse(
    response: (typeof stage.answer extends (more: infer A) => void ? A : never)[string],
  ) {
    const code = createCode()
    stage.answer({ [`m.tb.cn/${code}`]: response })
    const { status, body } = await parse(`https://m.tb.cn/${code}`)
    return { status, code: body?.code, message: body?.message, data: body?.data }
  }

  test.each([
    ['a redirect', to(item)],
    ['a redirect by http', to('http://item.taobao.com/item.htm?id=652874751412', 301)],
    [
      'the script of a page',
      page(`<script>var url = '${item}';</script><p>https://item.taobao.com/item.htm?id=1`),
    ],
    ['an escaped script', page(`<script>location.replace("${item.replaceAll('/', '\\/')}")</script>`)],
    ['a sign-in page', to(`https://login.taobao.com/?redirectURL=${encodeURIComponent(item)}`)],
    ['a refresh', page(`<meta http-equiv="refresh" content="0; url=${item}">`)],
    ['the only item of a page', page(`<a href="${item}">open</a> <a href="${item}&from=2">again</a>`)],
    ['an encoded address', page(`<a href="taobao://go?url=${encodeURIComponent(item)}&x=1">open</a>`)],
  ])('finds the item by %s', async (_way, response) => {
    expect(await parseWithResponse(response)).toMatchObject({ status: 200, data: expectedItem })
  })

  test('returns the price and the variant of the long address, also from the second time on', async () => {
    const code = createCode()
    stage.answer({ [`m.tb.cn/${code}`]: to(`${item}&price=13.5-57.5&skuId=5692060399621`) })
    const text = `【淘宝】https://m.tb.cn/${code} CZ0001 「夏季纯棉重磅短袖T恤男」`
    const hints = {
      title: '夏季纯棉重磅短袖T恤男',
      price: 13.5,
      priceTo: 57.5,
      currency: 'CNY',
      skuId: '5692060399621',
    }
    expect((await parse(text)).body?.data).toMatchObject({ ...expectedItem, hints })
    expect((await parse(text)).body?.data).toMatchObject({ ...expectedItem, hints })
    const stored = await database.db.select({ hints: shortLinks.hints }).from(shortLinks)
    expect(stored).toContainEqual({ hints: { ...hints, title: undefined } })
    const list = await app().post('/links/parse', { texts: [text] })
    expect(list.body?.data).toMatchObject([{ ok: true, hints }])
  })

  test('prefers the price that the text names to that of the long address', async () => {
    const code = createCode()
    stage.answer({ [`m.tb.cn/${code}`]: to(`${item}&price=57.5`) })
    const { body } = await parse(`https://m.tb.cn/${code} 「夏季纯棉重磅短袖T恤男」 ¥49`)
    expect(body?.data).toMatchObject({ hints: { price: 49, priceTo: null, currency: 'CNY' } })
  })

  test('returns no price for a link that was resolved before prices were kept', async () => {
    const code = createCode()
    await database.db
      .insert(shortLinks)
      .values({ address: `m.tb.cn/${code}`, shopType: 'taobao', itemId: '652874751412' })
    expect((await parse(`https://m.tb.cn/${code}`)).body?.data).toMatchObject({
      ...expectedItem,
      hints: { price: null, skuId: null },
    })
  })

  test.each([
    ['127.0.0.1', to('http://127.0.0.1/item.htm?id=652874751412'), nowhere],
    ['the metadata service of a cloud', to('http://169.254.169.254/latest/meta-data/'), nowhere],
    ['a script', to('javascript:alert(1)'), nowhere],
    ['another site', to('https://evil.example/item.htm?id=652874751412'), nowhere],
    [
      'another site by its page',
      page('<script>location.href="https://evil.example/?id=1"</script>'),
      nowhere,
    ],
    [
      'a host that looks like one',
      to('https://item.taobao.com.evil.example/item.htm?id=652874751412'),
      nowhere,
    ],
    ["another marketplace's item", to('https://weidian.com/item.html?itemID=7229418055'), nowhere],
    ['two items', page(`${item} https://item.taobao.com/item.htm?id=652874751413`), nowhere],
    ['nothing', page('<p>Hello</p>'), nowhere],
    [
      'a marketplace we do not know',
      to('https://www.goofish.com/item?id=1018907837162'),
      "This short link leads to a marketplace we don't support yet. Use a Taobao, Tmall, 1688 or Weidian link.",
    ],
    [
      'a shop',
      to('https://shop106592833.taobao.com'),
      'This short link leads to a shop page, not to an item. Open an item and paste its link.',
    ],
    ['no page', status(404), 'This short link no longer works. Find the item and paste its full link.'],
    ['a site that fails', status(503), silent],
  ])('returns 400 with the reason when the link leads to %s', async (_target, response, message) => {
    expect(await parseWithResponse(response)).toMatchObject({ status: 400, code: 'SHORT_LINK', message })
    expect(stage.asked.filter((address) => !address.startsWith('m.tb.cn/'))).toEqual([])
  })

  test('follows at most five redirects', async () => {
    const steps = ['1', '2', '3', '4', '5', '6', '7'].map((step) => `m.tb.cn/${createCode()}-${step}`)
    for (const [index, step] of steps.entries())
      stage.answer({ [step]: to(index < 6 ? stage.at(steps[index + 1] ?? '') : item) })
    expect((await parse(`https://${steps[2]}`)).body?.data).toMatchObject(expectedItem)
    expect((await parse(`https://${steps[0]}`)).body).toMatchObject({ code: 'SHORT_LINK', message: nowhere })
  })

  test('stops at a redirect loop', async () => {
    const [first, second] = [`hoobuy.cc/${createCode()}`, `oopbuy.cc/${createCode()}`]
    stage.answer({ [first]: to(`https://${second}`), [second]: to(`https://${first}`) })
    expect((await parse(`https://${first}`)).body).toMatchObject({ code: 'SHORT_LINK', message: nowhere })
    expect(stage.asked).toHaveLength(3)
  })

  test("returns the agent when its short link leads to a marketplace's short link", async () => {
    const [first, second] = [`l.acbuy.com/${createCode()}`, `e.tb.cn/${createCode()}`]
    stage.answer({ [first]: to(`https://${second}?tk=abc`), [second]: to(item) })
    expect((await parse(`Look: https://${first} !`)).body?.data).toMatchObject({
      ...expectedItem,
      agent: 'acbuy',
    })
  })

  test('reads at most 64 KB of a page', async () => {
    const script = `<script>var url = '${item}'</script>`
    expect(await parseWithResponse(page(' '.repeat(64 * 1024 - script.length) + script))).toMatchObject({
      data: expectedItem,
    })
    expect(await parseWithResponse(page(' '.repeat(64 * 1024 + 1) + script))).toMatchObject({
      message: nowhere,
    })
  })

  test('requests a link once and stores its item', async () => {
    const code = createCode()
    const address = `m.tb.cn/${code}`
    stage.answer({ [address]: to(item) })
    const texts = [`https://${address}`, `http://${address}?sm=1`, `看看 https://${address}/ 吧`]
    const replies = await Promise.all(texts.map(parse))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(stage.asked).toEqual([address])
    const rows = await database.db.select().from(shortLinks)
    expect(rows.find((row) => row.address === address)).toMatchObject({
      shopType: 'taobao',
      itemId: '652874751412',
    })
  })

  test('returns a stored item without a request', async () => {
    await database.db
      .insert(shortLinks)
      .values({ address: 'weidian.info/stored', shopType: 'weidian', itemId: '77' })
    const { body } = await parse('https://weidian.info/stored?from=mail')
    expect([body?.data, stage.asked]).toMatchObject([{ shopType: 'weidian', id: '77', agent: null }, []])
  })

  test('requests only host and code of a link', async () => {
    const code = createCode()
    await parse(`https://m.tb.cn/${code}?url=http://127.0.0.1/&x=1#y`)
    expect(stage.asked).toEqual([`m.tb.cn/${code}`])
  })

  test.each(['https://bit.ly/abc', 'https://tinyurl.com/abc', 'https://m.tb.cn/', 'https://m.tb.cn'])(
    'does not resolve %s',
    async (text) => {
      const { body } = await parse(text)
      expect(body?.message).toBe('This is a short link. Open it in your browser and paste the full address.')
      expect(stage.asked).toEqual([])
    },
  )

  test('resolves twenty links of a list and returns an error with a remedy for the others', async () => {
    const codes = Array.from({ length: 23 }, createCode)
    for (const code of codes) stage.answer({ [`m.tb.cn/${code}`]: to(item) })
    const texts = [...codes, codes[0] ?? ''].map((code) => `https://m.tb.cn/${code}`)
    const { status, body } = await app().post('/links/parse', { texts: [item, ...texts, 'hello'] })
    const data = body?.data as { ok: boolean; code?: string; reason?: string }[] // this call's own shape
    expect([status, data.length]).toEqual([200, 26])
    const late = { ok: false, code: 'SHORT_LINK' }
    expect(data.slice(1, 21).map(({ ok }) => ok)).toEqual(Array.from({ length: 20 }, () => true))
    expect(data.slice(21, 24)).toMatchObject([late, late, late])
    expect(data[21]?.reason).toBe('There are too many short links to open at once. Try this one on its own.')
    expect([data[0]?.ok, data[24]?.ok, data[25]?.code]).toEqual([true, true, 'NOT_A_LINK'])
    expect(stage.asked).toHaveLength(20)
    expect(Object.keys(data[1] ?? {}).sort()).toEqual([
      'agent',
      'canonicalUrl',
      'hints',
      'id',
      'items',
      'ok',
      'shopType',
    ])
  })

  test('converts the item of a short link', async () => {
    const code = createCode()
    stage.answer({ [`qr.1688.com/s/${code}`]: to('https://detail.1688.com/offer/716991604513.html') })
    const { body } = await app().get(`/links/convert?text=https://qr.1688.com/s/${code}`)
    expect(body?.data).toMatchObject({ shopType: 'ali_1688', id: '716991604513' })
  })

  test('returns the host of an unknown site whose URL contains the short link', async () => {
    const code = createCode()
    stage.answer({ [`m.tb.cn/${code}`]: to(item) })
    const { body } = await parse(`https://www.google.com/url?q=https%3A%2F%2Fm.tb.cn%2F${code}&sa=D`)
    expect(body?.data).toMatchObject({ ...expectedItem, host: 'www.google.com' })
  })

  test('does not resolve a short link of Xianyu', async () => {
    const { body } = await parse(`【闲鱼】https://m.tb.cn/${createCode()} 我在闲鱼发布了【相机】`)
    expect([body?.code, stage.asked]).toEqual(['UNSUPPORTED_MARKETPLACE', []])
  })

  test('/go redirects to the item, or to the home page with the error', async () => {
    const code = createCode()
    stage.answer({ [`k.youshop10.com/${code}`]: to('https://weidian.com/item.html?itemID=7229418055') })
    const go = async (address: string) => (await app().send(`/go?url=https://${address}`)).headers.location
    expect(await go(`k.youshop10.com/${code}`)).toBe('/product/weidian/7229418055')
    expect(await go(`k.youshop10.com/${createCode()}`)).toBe('/?refused=SHORT_LINK&why=gone')
    expect(await go('bit.ly/abc')).toBe('/?refused=SHORT_LINK')
    const down = `k.youshop10.com/${createCode()}`
    stage.answer({ [down]: status(503) })
    expect(await go(`${down}?x=1`)).toBe(
      `/?refused=SHORT_LINK&why=unavailable&link=${encodeURIComponent(`https://${down}`)}`,
    )
  })
})

describe('an unavailable shortener', () => {
  const database = useDatabase()
  const stage = useShortLinkFixture()
  const app = useApp(database, { env: { SHORT_LINKS: 'on' }, network: stage.network })
  const parse = async (address: string) =>
    (await app().get(`/links/parse?text=https://${address}`)).body?.message

  test('is not requested again after several failures, unlike other shorteners', async () => {
    const codes = Array.from({ length: 8 }, createCode)
    for (const code of codes) stage.answer({ [`m.tb.cn/${code}`]: status(500) })
    for (const code of codes) expect(await parse(`m.tb.cn/${code}`)).toBe(silent)
    const times = stage.asked.length
    expect(await parse(`e.tb.cn/${createCode()}`)).toBe(silent)
    expect(stage.asked).toHaveLength(times)
    expect(await parse(`hoobuy.cc/${createCode()}`)).toContain('no longer works')
  })
})

describe('without SHORT_LINKS', () => {
  const database = useDatabase()
  const stage = useShortLinkFixture()
  const app = useApp(database, { env: { SHORT_LINKS: 'off' }, network: stage.network })

  test('does not resolve a short link and sends no request', async () => {
    const { status, body } = await app().get('/links/parse?text=https://m.tb.cn/h.5abcDEF')
    expect([status, body?.code, body?.message]).toEqual([
      400,
      'SHORT_LINK',
      'This is a short link. Open it in your browser and paste the full address.',
    ])
    expect(stage.asked).toEqual([])
  })
})
