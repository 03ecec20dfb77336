import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { productInfos, securityEvents } from '#db/schema.ts'
import { sweepUploads } from '#features/images/server/uploads/upload-sweep.ts'
import { createUploads } from '#features/images/server/uploads/uploads.ts'
import { HOUR_MS } from '#shared/time.ts'
import { aProduct } from '#support/factories.ts'
import { aForm, agentDraft, aPng, type Form } from '#support/forms.ts'
import { noPictures, pictures, rejectionPattern } from '#support/hostile-pictures.ts'
import { sendForm, tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { getRefusal, getReplyData, useCatalogueFixture } from '#test/fixtures/catalogue-fixture.ts'

const call = '/products/addProductPicture'
const wrongPicture = [400, "We can't show this image.", 'INVALID_INPUT']

describe('pictures of products over HTTP', () => {
  const database = useDatabase('server')
  const app = useApp(database)
  const { add, change, aList, readRow, write } = useCatalogueFixture(database, app)
  const folder = () => join(app().mediaDir, 'products')
  beforeEach(() => rmSync(app().mediaDir, { recursive: true, force: true }))

  const send = (form: Form) => sendForm(app(), call, form)
  const listFiles = () => (existsSync(folder()) ? readdirSync(folder()) : [])
  async function upload(background = 'teal'): Promise<string> {
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background } })
    const reply = await send(await aForm({}, { bytes: await image.png().toBuffer() }))
    return getReplyData(reply).picture
  }
  async function link(address: string): Promise<string> {
    return getReplyData(await send(await aForm({ link: address }))).picture
  }
  const listPictures = async (id: string) =>
    (await write('GET', `getProductPictures?product_id=${id}`)).body?.data
  const readInfo = async (productCode: string) =>
    Object((await app().get(`/product-info?shopType=taobao&productCode=${productCode}`)).body?.productInfo)

  test('a file becomes a picture without what cameras write, no longer than 1,600 px', async () => {
    const camera = sharp({ create: { width: 2000, height: 1000, channels: 3, background: 'teal' } })
    const bytes = await camera
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer()
    const { picture } = getReplyData(await send(await aForm({}, { bytes, type: 'image/jpeg' })))
    expect(picture).toMatch(/^\/img\/[\w-]{22}\/720\/[\w-]{22}\.webp/)
    expect((await app().send(picture)).status).toBe(200)
    const [file = ''] = listFiles()
    const { format, width, height, exif } = await sharp(join(folder(), file)).metadata()
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 1600, height: 800 })
  })

  test.each(noPictures.slice(0, 8))('%s is refused', async (_what, make) => {
    const reply = await send(await aForm({}, { bytes: await make() }))
    expect([reply.status, reply.body?.message]).toEqual([400, expect.stringMatching(rejectionPattern)])
    expect(listFiles()).toEqual([])
  })

  test.each(pictures.slice(0, 4))('of %s the picture is kept', async (_what, make) => {
    expect((await send(await aForm({}, { bytes: await make() }))).status).toBe(200)
    expect(listFiles()).toEqual([expect.stringMatching(/^[\w-]{22}\.webp$/)])
  })

  test('a file above 5 MB is too large', async () => {
    const bytes = Buffer.concat([await aPng(), Buffer.alloc(5 * 1024 * 1024)])
    expect((await send(await aForm({}, { bytes }))).status).toBe(413)
    expect(listFiles()).toEqual([])
  })

  test('a link to an allowed host is a picture; any other, both and neither are refused', async () => {
    expect(await link(' http://img.alicdn.com/a.jpg ')).toMatch(/^\/img\//)
    const refusals = [
      [{ link: 'https://pictures.example/a.jpg' }, 'link'],
      [{ link: 'javascript:alert(1)' }, 'link'],
      [{ link: 'http://127.0.0.1/a.jpg' }, 'link'],
      [{}, 'file'],
    ] as const
    for (const [data, field] of refusals) {
      const reply = await send(await aForm(data))
      expect(reply.body).toMatchObject({ statusCode: 400, errors: [{ field }] })
    }
    const both = await aForm({ link: 'https://img.alicdn.com/a.jpg' }, { bytes: await aPng() })
    expect((await send(both)).status).toBe(400)
  })

  test('pictures of a new item without a source are its gallery, the first its thumbnail', async () => {
    const given = [await upload('teal'), await link('https://img.alicdn.com/b.jpg'), await upload('red')]
    const added = getReplyData(await add({ pictures: given }))
    expect(added.thumbnailImg).toBe(given[0])
    expect(await listPictures(added._id)).toEqual(given)
    expect((await readInfo('42')).imgList).toEqual(given)
  })

  test("an admin's own pictures win over a source's, which come back when they are removed", async () => {
    const [id = ''] = await aList('42')
    const info = {
      title: 'Tote',
      titleOriginal: '',
      price: 35,
      currency: 'CNY',
      imgList: ['https://img.alicdn.com/of-the-source.jpg'],
      skus: [],
      productAttr: [],
      propsTrans: {},
    }
    await database.db
      .insert(productInfos)
      .values({ shopType: 'taobao', itemId: '42', info, source: 'storefront', fetchedAt: new Date() })
    await link(info.imgList[0] ?? '')
    const ofSource = (await readInfo('42')).imgList
    const own = [await upload(), ...ofSource]
    await change(id, { pictures: own })
    expect((await readInfo('42')).imgList).toEqual(own)
    await change(id, { pictures: [] })
    expect((await readInfo('42')).imgList).toEqual(ofSource)
    expect((await readRow(id))?.thumbnail).toBe('')
  })

  test('order and price change together, are written down by name, and reach the list', async () => {
    const given = [await upload('teal'), await upload('red')]
    const { _id: id } = getReplyData(await add({ pictures: given }))
    const turned = given.toReversed()
    const reply = await change(id, { pictures: turned, price: 19.99, version: 1 })
    expect(getReplyData(reply)).toMatchObject({ thumbnailImg: turned[0], price: 19.99, version: 2 })
    expect(await listPictures(id)).toEqual(turned)
    expect(await readInfo('42')).toMatchObject({ imgList: turned, price: 19.99 })
    const events = await database.db.select().from(securityEvents)
    const written = events.find(({ type }) => type === 'product-changed')
    expect(written?.details).toEqual({ product: 'taobao/42', fields: 'price, pictures' })
    expect(getReplyData(await change(id, { pictures: turned, price: 19.99 })).version).toBe(2)
  })

  test.each([-1, 1.234, '12', null, 10_000_000])('a price of %s is refused', async (price) => {
    const [id = ''] = await aList('42')
    const reply = await change(id, { price })
    expect(reply.body).toMatchObject({ statusCode: 400, errors: [{ field: 'price' }] })
  })

  test('what may not be shown, what belongs to an agent, and a thirteenth are refused', async () => {
    const [id = ''] = await aList('42')
    const agent = getReplyData(
      await sendForm(app(), '/agent/createAgent', await aForm(agentDraft, { bytes: await aPng() })),
    )
    for (const address of ['https://pictures.example/a.jpg', '//evil.example/a.jpg', agent.img])
      expect(getRefusal(await change(id, { pictures: [address] }))).toEqual(wrongPicture)
    const many = Array.from({ length: 13 }, (_, at) => `https://img.alicdn.com/${at}.jpg`)
    expect(getRefusal(await change(id, { pictures: many }))[1]).toBe('A product can have up to 12 photos.')
    expect((await change(id, { pictures: many.slice(1) })).status).toBe(200)
    const again = [many[1], many[1], many[2]]
    await change(id, { pictures: again })
    expect(await listPictures(id)).toHaveLength(2)
  })

  test('of two admins who change the same version one is told to reload', async () => {
    const [id = ''] = await aList('42')
    const [one, other] = [await upload('teal'), await upload('red')]
    const replies = await Promise.all([
      change(id, { pictures: [one], version: 1 }),
      change(id, { pictures: [other], version: 1 }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const kept = replies[0]?.status === 200 ? one : other
    expect(await listPictures(id)).toEqual([kept])
  })

  test('one that no product uses is swept after a day, and cannot be saved any more', async () => {
    const [id = ''] = await aList('42')
    const [used, left] = [await upload('teal'), await upload('red')]
    await change(id, { pictures: [used] })
    const sweepAfter = (hours: number) => {
      const { mediaDir } = app()
      const written = new Date(Date.now() - hours * HOUR_MS)
      for (const file of listFiles()) utimesSync(join(folder(), file), written, written)
      const { discard } = createUploads({ db: database.db, mediaDir, log: console })
      return sweepUploads({ db: database.db, mediaDir, discard }, new Date())
    }
    expect(await sweepAfter(23)).toBe(0)
    expect(await sweepAfter(25)).toBe(1)
    expect((await app().send(used)).status).toBe(200)
    expect(getRefusal(await change(id, { pictures: [left] }))).toEqual(wrongPicture)
    await write('DELETE', `dleteProduct?product_id=${id}`)
    expect(await sweepAfter(25)).toBe(0)
  })

  test('the pictures of an item that is not there', async () => {
    const none = '0198a000-0000-7000-8000-00000000dead'
    expect((await write('GET', `getProductPictures?product_id=${none}`)).status).toBe(404)
    const { id } = await aProduct(database.db, { itemId: '7', thumbnail: '' })
    expect(await listPictures(id)).toEqual([])
  })
})

describe('who may add pictures', () => {
  const database = useDatabase('server')
  useTokens(database)
  const app = useApp(database)

  test.each([
    ['nobody', undefined, 401],
    ['a user', tokens.user, 403],
    ['an admin', tokens.admin, 200],
  ])('%s', async (_who, authorization, status) => {
    const { headers, body } = await aForm({}, { bytes: await aPng() })
    const reply = await app().send(`/api/v1${call}`, {
      method: 'POST',
      headers: { ...headers, ...(authorization && { authorization }) },
      body,
    })
    expect(reply.status).toBe(status)
  })
})
