import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { itemPrices, itemReadings, products, users, watchNotices } from '#db/schema.ts'
import { renderer } from '#main/render.tsx'
import { apiBase } from '#shared/paths.ts'
import { aProduct, aSession, aUser } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { readingText } from '../texts-and-limits.ts'

const item = { shopType: 'taobao', productCode: '990000731204' } as const
const title = '加绒加厚连帽卫衣'
const picture = 'https://img.alicdn.com/imgextra/i1/hoodie.jpg'
const reading = {
  ...item,
  title,
  price: 168,
  currency: 'CNY',
  weight: 720,
  variants: [['Forest', 'Plum']],
  pictures: [picture],
}
const call = '/items/readings'
const page = `/product/taobao/${item.productCode}`

describe('a reading that no admin has seen', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database, { renderer })
  const member = { authorization: tokens.user }
  const admin = { authorization: tokens.admin }
  const visit = (path: string) => app().send(path, { headers: { accept: 'text/html' } })
  const send = (change: object = {}, headers: Record<string, string> = member) =>
    app().post(call, { ...reading, ...change }, headers)
  const approve = (id: string) =>
    app().send(`${apiBase}${call}?id=${id}&verdict=approved`, { method: 'PATCH', headers: admin })

  test('stands on the item’s page as not confirmed, which search engines leave out, without its pictures', async () => {
    await send()
    const { status, text } = await visit(page)
    expect(status).toBe(200)
    expect(text).toContain('<meta name="robots" content="noindex"/>')
    expect(text).toMatch(/Read by a member on \d+ \w+ 2\d{3}, not confirmed/)
    expect(text).toContain(title)
    expect(text).toContain('720 g as the member read it. Size unknown.')
    expect(text).not.toContain('Listed as')
    expect(text).not.toContain('hoodie.jpg')
    expect(text).not.toMatch(/\/img\/[\w-]+\/\d+\//)
    expect(text).not.toContain('Mat Ruler')
  })

  test.each(['/', '/popular', '/qc', '/sitemap.xml', '/robots.txt', '/haul', '/estimation'])(
    'is not in %s',
    async (path) => {
      await aProduct(database.db)
      await send()
      const { text } = await visit(path)
      for (const part of [title, item.productCode, 'Forest']) expect(text).not.toContain(part)
    },
  )

  test.each([
    '/products/getAllProduct',
    '/products/catalogueFacts',
    `/products/findProductById?productCode=${item.productCode}`,
    `/product-info?shopType=taobao&productCode=${item.productCode}`,
    `/price-history/${item.productCode}?shopType=taobao`,
    `/qc-photos/${item.productCode}`,
    `/review/findReview?product_code=${item.productCode}`,
  ])('is not in the answer of %s', async (path) => {
    await send()
    const { text } = await app().get(path)
    for (const part of [title, '168', 'Forest', 'hoodie.jpg']) expect(text).not.toContain(part)
  })

  test('changes no card, no saved item, no price and no notice', async () => {
    const saved = `/users/addToCollection?productCode=${item.productCode}&shopType=taobao`
    const readCard = async () => (await app().app.inject({ url: `${page}/card.jpg` })).rawPayload
    const before = await readCard()
    await app().post('/watches', { ...item, below: 500, newPhotos: true }, admin)
    await send()
    expect((await readCard()).equals(before)).toBe(true)
    await app().post(saved, {}, admin)
    const { body } = await app().get('/users/viewCollection', admin)
    expect(body?.data).toMatchObject({ productCollection: [{ title: null, price: null, weight: null }] })
    expect(await database.db.$count(itemPrices)).toBe(0)
    expect(await database.db.$count(watchNotices)).toBe(0)
    expect(await database.db.$count(products)).toBe(0)
  })

  test('is on the page, the card, in the haul’s lookup and the price history after an admin’s approval', async () => {
    const readCard = async () => (await app().app.inject({ url: `${page}/card.jpg` })).rawPayload
    const before = await readCard()
    await approve(Object((await send()).body?.data)._id)
    expect((await readCard()).equals(before)).toBe(false)
    const { text } = await visit(page)
    expect(text).not.toContain('<meta name="robots" content="noindex"/>')
    expect(text).toContain('720 g as the member read it. Size unknown.')
    expect(text).not.toContain('Listed as')
    const { body } = await app().get(`/product-info?shopType=taobao&productCode=${item.productCode}`)
    expect(body?.data).toMatchObject({ productInfo: { weight: 720 }, kind: { id: 'hoodie' } })
    expect(await database.db.$count(itemPrices)).toBe(1)
  })

  test('comes from one account at most 20 times in an hour, also of the same item', async () => {
    const statuses = []
    for (let index = 0; index < 21; index += 1) statuses.push((await send({ price: 100 + index })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
    expect(await database.db.$count(itemReadings)).toBe(1)
  })

  test('cannot come from a blocked member, who cannot answer either', async () => {
    const { _id: id } = Object((await send()).body?.data)
    const blocked = await aUser(database.db, { status: 'blocked' })
    const headers = { authorization: (await aSession(database.db, blocked)).token }
    expect((await send({}, headers)).status).toBe(401)
    const path = `${apiBase}${call}?id=${id}&verdict=off`
    expect((await app().send(path, { method: 'PATCH', headers })).status).toBe(401)
    expect(await database.db.$count(itemReadings)).toBe(1)
  })

  test('keeps nothing of a deleted account but the facts', async () => {
    const { _id: id } = Object((await send()).body?.data)
    const [row] = await database.db.select().from(itemReadings).where(eq(itemReadings.id, id))
    await database.db.delete(users).where(eq(users.id, row?.userId ?? ''))
    const [after] = await database.db.select().from(itemReadings).where(eq(itemReadings.id, id))
    expect(after).toEqual({ ...row, userId: null })
    const { text } = await app().get(`${call}?status=pending`, admin)
    expect(text).toContain(title)
    for (const part of [row?.userId ?? 'no account', 'Mat Ruler', '@example.com'])
      expect(text).not.toContain(part)
  })

  test.each([
    ['a link', 'hier: discord.gg/abc', readingText.link],
    ['a way to reach someone', '薇❤️信 abc123', readingText.contact],
    ['the name of this site', 'Chopmark Official Support', readingText.siteName],
    ['a turned text', 'a\u202eb', 'This text cannot be used.'],
  ])('is refused with %s in its title or in a variant’s name', async (_case, text, sentence) => {
    for (const change of [{ title: text }, { variants: [['S'], ['M', text]] }]) {
      const { status, body } = await send(change)
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(sentence)])
    }
    expect(await database.db.$count(itemReadings)).toBe(0)
  })

  test('loses marks that are not seen', async () => {
    const { body } = await send({ title: 'Hoo\u200bdie\u{e0041}', variants: [['M\u2060', '\ufeffL']] })
    expect(body?.data).toMatchObject({ title: 'Hoodie', variants: [['M', 'L']] })
  })
})
