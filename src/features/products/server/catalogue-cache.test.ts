import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { products } from '#db/schema.ts'
import { renderer } from '#main/render.tsx'
import { apiBase } from '#shared/paths.ts'
import { anAgent, aProduct, aQcPhoto, aReview } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { getReplyData, useCatalogueFixture } from '#test/fixtures/catalogue-fixture.ts'

describe('cached responses of the catalogue', () => {
  const database = useDatabase()
  const app = useApp(database, { renderer })
  const { add, change, move, setTrend, remove, aList, codes } = useCatalogueFixture(database, app)
  const visit = (path: string) => app().send(path, { headers: { accept: 'text/html' } })

  const list = '/products/getAllProduct'
  type Write = [name: string, write: (id: string) => Promise<Reply>]
  const writes: Write[] = [
    ['adding', () => add()],
    ['changing', (id) => change(id, { name: 'Another name' })],
    ['moving', (id) => move(id, 2)],
    ['trending', (id) => setTrend(id, 'true')],
    ['deleting', (id) => remove(id)],
  ]

  test.each(writes)('the list has a new ETag and the change immediately after %s', async (_name, write) => {
    const [first = ''] = await aList('a', 'b')
    const before = await app().get(list)
    const tag = { 'if-none-match': String(before.headers.etag) }
    expect((await app().get(list, tag)).status).toBe(304)
    expect((await write(first)).status).toBe(200)
    const after = await app().get(list, tag)
    expect(after.status).toBe(200)
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(after.text).not.toBe(before.text)
  })

  test('a rejected write does not change the ETag of the list', async () => {
    const [first = ''] = await aList('a', 'b')
    const before = await app().get(list)
    expect((await move(first, 3)).status).toBe(400)
    expect((await add({ productCode: 'a' })).status).toBe(409)
    const after = await app().get(list, { 'if-none-match': String(before.headers.etag) })
    expect(after.status).toBe(304)
  })

  test('pages show a new item and its new name, and no deleted item', async () => {
    await anAgent(database.db, { name: 'CNFans', isSelected: true })
    const pages = ['/', '/popular', '/product/taobao/42']
    const visitAll = () => Promise.all(pages.map(async (path) => (await visit(path)).text))
    const listPagesWith = async (text: string) => (await visitAll()).map((page) => page.includes(text))
    expect(await listPagesWith('Canvas tote')).toEqual([false, false, false])
    const { _id: id, thumbnailImg } = getReplyData(
      await add({ thumbnailImg: 'https://img.alicdn.com/a.jpg' }),
    )
    // The first page takes its examples from the newest items.
    expect(await listPagesWith('Canvas tote')).toEqual([true, true, true])
    const productPage = (await visit('/product/taobao/42')).text
    for (const text of ['35.00', thumbnailImg.split('/').at(-1)]) expect(productPage).toContain(text)
    await setTrend(id, 'true')
    expect(await listPagesWith('Canvas tote')).toEqual([true, true, true])
    await change(id, { name: 'Leather tote' })
    expect(await listPagesWith('Canvas tote')).toEqual([false, false, false])
    expect(await listPagesWith('Leather tote')).toEqual([true, true, true])
    await remove(id)
    expect(await listPagesWith('Leather tote')).toEqual([false, false, false])
    expect((await visit('/product/taobao/42')).text).toContain('We have no details of this item yet.')
  })

  test('positions of other products are correct after a move and a deletion', async () => {
    const [first = ''] = await aList('a', 'b', 'c')
    const readPositions = async () => {
      const replies = await Promise.all(
        ['a', 'b', 'c'].map((code) => app().get(`/products/findProductById?productCode=${code}`)),
      )
      return replies.map((reply) => getReplyData(reply).serial)
    }
    expect(await readPositions()).toEqual([1, 2, 3])
    await move(first, 3)
    expect(await readPositions()).toEqual([3, 1, 2])
    await remove(first)
    expect(await readPositions()).toEqual([undefined, 1, 2])
    expect(await codes()).toEqual(['b', 'c'])
  })

  test('the marketplace of an item number alone changes with the list', async () => {
    await aReview(database.db, { itemId: '42', shopType: 'weidian', comment: 'On Weidian.' })
    await aReview(database.db, { itemId: '42', comment: 'On Taobao.', createdAt: new Date('2026-01-01') })
    await aQcPhoto(database.db, { itemId: '42', shopType: 'weidian', source: 'Warehouse W' })
    await aQcPhoto(database.db, { itemId: '42', source: 'Warehouse T', createdAt: new Date('2026-01-01') })
    const urls = [`${apiBase}/review/findReview?product_code=42`, `${apiBase}/qc-photos/42`]
    const onTaobao = async () =>
      (await Promise.all(urls.map((path) => app().send(path)))).map(({ text }) =>
        /On Taobao|Warehouse T/.test(text),
      )
    expect(await onTaobao()).toEqual([false, false])
    const { _id: id } = getReplyData(await add())
    expect(await onTaobao()).toEqual([true, true])
    await remove(id)
    expect(await onTaobao()).toEqual([false, false])
  })

  test('a concurrent view count does not undo a change', async () => {
    const { id } = await aProduct(database.db, { itemId: '42' })
    await app().get('/products/findProductById?productCode=42&count=true', {
      'user-agent': 'Mozilla/5.0 one',
    })
    await Promise.all([app().features.products.views.flush(), change(id, { name: 'Leather tote' })])
    const [row] = await database.db.select().from(products).where(eq(products.id, id))
    expect(row).toMatchObject({ name: 'Leather tote', totalView: 1, version: 2 })
  })
})
