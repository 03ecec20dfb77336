import { describe, expect, test } from 'vitest'
import { collectionEntries, productInfos } from '#db/schema.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { aSession, aUser, passwordHash } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const note = { title: '加绒加厚连帽卫衣', price: 168, priceTo: null, currency: 'CNY' }
const emptyNote = { title: null, price: null, priceTo: null, currency: null }
const info: ProductInfo = {
  title: 'From a source',
  titleOriginal: '',
  price: 59.9,
  currency: 'CNY',
  imgList: [],
  skus: [],
  productAttr: [],
  propsTrans: {},
}
const item = { shopType: 'taobao', itemId: '990000731204' } as const
const call = '/users/addToCollection?productCode=990000731204&storeName=taobao'

describe('a saved item with what the member’s own link said', () => {
  const database = useDatabase()
  const app = useApp(database)

  async function logIn() {
    const { token } = await aSession(database.db, await aUser(database.db, { passwordHash }))
    return { authorization: token }
  }
  const store = () => database.db.insert(productInfos).values({ ...item, info, source: 'storefront' })
  async function viewOnly(headers: { authorization: string }) {
    const { body } = await app().get('/users/viewCollection', headers)
    return Object(body).productCollection[0]
  }

  test('keeps it for an item without information, and guesses the kind from its title', async () => {
    const member = await logIn()
    const reply = await app().post(call, { note }, member)
    expect(reply.body).toMatchObject({ data: { title: null, price: null, note, kind: { id: 'hoodie' } } })
    expect(await viewOnly(member)).toMatchObject({ title: null, note })
  })

  test('shows it to no other member who saved the same item', async () => {
    await app().post(call, { note }, await logIn())
    const other = await logIn()
    await app().post(call, {}, other)
    expect(await viewOnly(other)).toMatchObject({ title: null, note: null })
  })

  test('keeps none for an item that is known', async () => {
    await store()
    const reply = await app().post(call, { note }, await logIn())
    expect(reply.body).toMatchObject({ data: { title: 'From a source', note: null } })
    expect(await database.db.select({ note: collectionEntries.note }).from(collectionEntries)).toEqual([
      { note: null },
    ])
  })

  test('shows the details instead once the item is known', async () => {
    const member = await logIn()
    await app().post(call, { note }, member)
    await store()
    expect(await viewOnly(member)).toMatchObject({ title: 'From a source', price: 59.9, note: null })
  })

  test('says whether a source can be asked for its details', async () => {
    const member = await logIn()
    await app().post(call, { note }, member)
    expect(await viewOnly(member)).toMatchObject({ title: null, hasSource: false })
  })

  test.each([
    ['a body without a note', {}],
    ['a note that says nothing', { note: emptyNote }],
    ['no body', undefined],
  ])('is null after %s', async (_case, body) => {
    const reply = await app().post(call, body, await logIn())
    expect(reply.body).toMatchObject({ statusCode: 200, data: { note: null } })
  })

  test.each([
    ['title', 'x'.repeat(121)],
    ['title', ' '],
    ['title', 'two\nlines'],
    ['title', 5],
    ['price', -1],
    ['price', 0],
    ['price', 1_000_001],
    ['price', '168'],
    ['priceTo', -5],
    ['currency', 'XXX'],
    ['owner', 'someone'],
  ])('returns 400 for the %s %j, and saves nothing', async (field, value) => {
    const member = await logIn()
    const reply = await app().post(call, { note: { ...note, [field]: value } }, member)
    expect(reply.status).toBe(400)
    expect(await database.db.$count(collectionEntries)).toBe(0)
  })
})
