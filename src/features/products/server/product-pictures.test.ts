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
  const database = useDatabase()
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

  test('stores a file without camera metadata and at most 1,600 px wide', async () => {
    const camera = sharp({ create: { width: 2000, height: 1000, channels: 3, background: 'teal' } })
    const bytes = await camera
      .withExif({ IFD0: { Copyright: 'A. Photographer' } })
      .jpeg()
      .toBuffer()
    const { picture } = getReplyData(await send(await aForm({}, { bytes, type: 'image/jpeg' })))
    expect(picture).toMatch(/^\/img\/[\w-]{22}\/720\/[\w-]{22}\.webp/)
    expect((await app().send(picture)).status).toBe(200)
    const [file = ''] = listFiles()
    const { format, width, height, exif } = await sharp(join(folder(), file)).metadata()
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 1600, height: 800 })
  })

  test.each(noPictures.slice(0, 8))('returns 400 for %s', async (_case, make) => {
    const reply = await send(await aForm({}, { bytes: await make() }))
    expect([reply.status, reply.body?.message]).toEqual([400, expect.stringMatching(rejectionPattern)])
    expect(listFiles()).toEqual([])
  })

  test.each(pictures.slice(0, 4))('stores %s', async (_case, make) => {
    expect((await send(await aForm({}, { bytes: await make() }))).status).toBe(200)
    expect(listFiles()).toEqual([expect.stringMatching(/^[\w-]{22}\.webp$/)])
  })

  test('returns 413 for a file above 5 MB', async () => {
    const bytes = Buffer.concat([await aPng(), Buffer.alloc(5 * 1024 * 1024)])
    expect((await send(await aForm({}, { bytes }))).status).toBe(413)
    expect(listFiles()).toEqual([])
  })

  test('accepts a link to an allowed host, and returns 400 for other links, for both and for neither', async () => {
    expect(await link(' http://img.alicdn.com/a.jpg ')).toMatch(/^\/img\//)
    const invalid = [
      [{ link: 'https://pictures.example/a.jpg' }, 'link'],
      [{ link: 'javascript:alert(1)' }, 'link'],
      [{ link: 'http://127.0.0.1/a.jpg' }, 'link'],
      [{}, 'file'],
    ] as const
    for (const [data, field] of invalid) {
      const reply = await send(await aForm(data))
      expect(reply.body).toMatchObject({ statusCode: 400, errors: [{ field }] })
    }
    const both = await aForm({ link: 'https://img.alicdn.com/a.jpg' }, { bytes: await aPng() })
    expect((await send(both)).status).toBe(400)
  })

  test('uses the pictures of a new item without a source as gallery, the first as thumbnail', async () => {
    const pictureUrls = [
      await upload('teal'),
      await link('https://img.alicdn.com/b.jpg'),
      await upload('red'),
    ]
    const added = getReplyData(await add({ pictures: pictureUrls }))
    expect(added.thumbnailImg).toBe(pictureUrls[0])
    expect(await listPictures(added._id)).toEqual(pictureUrls)
    expect((await readInfo('42')).imgList).toEqual(pictureUrls)
  })

  test("shows an admin's pictures instead of the source's until they are removed", async () => {
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
    const sourcePictures = (await readInfo('42')).imgList
    const own = [await upload(), ...sourcePictures]
    await change(id, { pictures: own })
    expect((await readInfo('42')).imgList).toEqual(own)
    await change(id, { pictures: [] })
    expect((await readInfo('42')).imgList).toEqual(sourcePictures)
    expect((await readRow(id))?.thumbnail).toBe('')
  })

  test('changes order and price together, records the fields and updates the list', async () => {
    const pictureUrls = [await upload('teal'), await upload('red')]
    const { _id: id } = getReplyData(await add({ pictures: pictureUrls }))
    const reversed = pictureUrls.toReversed()
    const reply = await change(id, { pictures: reversed, price: 19.99, version: 1 })
    expect(getReplyData(reply)).toMatchObject({ thumbnailImg: reversed[0], price: 19.99, version: 2 })
    expect(await listPictures(id)).toEqual(reversed)
    expect(await readInfo('42')).toMatchObject({ imgList: reversed, price: 19.99 })
    const events = await database.db.select().from(securityEvents)
    const event = events.find(({ type }) => type === 'product-changed')
    expect(event?.details).toEqual({ product: 'taobao/42', fields: 'price, pictures' })
    expect(getReplyData(await change(id, { pictures: reversed, price: 19.99 })).version).toBe(2)
  })

  test.each([-1, 1.234, '12', null, 10_000_000])('returns 400 for a price of %s', async (price) => {
    const [id = ''] = await aList('42')
    const reply = await change(id, { price })
    expect(reply.body).toMatchObject({ statusCode: 400, errors: [{ field: 'price' }] })
  })

  test("returns 400 for a forbidden picture, an agent's picture and a thirteenth picture", async () => {
    const [id = ''] = await aList('42')
    const agent = getReplyData(
      await sendForm(app(), '/agent/createAgent', await aForm(agentDraft, { bytes: await aPng() })),
    )
    for (const address of ['https://pictures.example/a.jpg', '//evil.example/a.jpg', agent.img])
      expect(getRefusal(await change(id, { pictures: [address] }))).toEqual(wrongPicture)
    const many = Array.from({ length: 13 }, (_, index) => `https://img.alicdn.com/${index}.jpg`)
    expect(getRefusal(await change(id, { pictures: many }))[1]).toBe('A product can have up to 12 photos.')
    expect((await change(id, { pictures: many.slice(1) })).status).toBe(200)
    const again = [many[1], many[1], many[2]]
    await change(id, { pictures: again })
    expect(await listPictures(id)).toHaveLength(2)
  })

  test('returns 409 to one of two admins who change the same version', async () => {
    const [id = ''] = await aList('42')
    const [first, second] = [await upload('teal'), await upload('red')]
    const replies = await Promise.all([
      change(id, { pictures: [first], version: 1 }),
      change(id, { pictures: [second], version: 1 }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const savedPicture = replies[0]?.status === 200 ? first : second
    expect(await listPictures(id)).toEqual([savedPicture])
  })

  test('deletes an unused picture after a day, which then cannot be saved', async () => {
    const [id = ''] = await aList('42')
    const [used, unused] = [await upload('teal'), await upload('red')]
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
    expect(getRefusal(await change(id, { pictures: [unused] }))).toEqual(wrongPicture)
    await write('DELETE', `dleteProduct?product_id=${id}`)
    expect(await sweepAfter(25)).toBe(0)
  })

  test('returns 404 for the pictures of an unknown product', async () => {
    const unknownId = '0198a000-0000-7000-8000-00000000dead'
    expect((await write('GET', `getProductPictures?product_id=${unknownId}`)).status).toBe(404)
    const { id } = await aProduct(database.db, { itemId: '7', thumbnail: '' })
    expect(await listPictures(id)).toEqual([])
  })
})

describe('access to adding pictures', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  test.each([
    ['a visitor', undefined, 401],
    ['a user', tokens.user, 403],
    ['an admin', tokens.admin, 200],
  ])('for %s', async (_caller, authorization, status) => {
    const { headers, body } = await aForm({}, { bytes: await aPng() })
    const reply = await app().send(`/api/v1${call}`, {
      method: 'POST',
      headers: { ...headers, ...(authorization && { authorization }) },
      body,
    })
    expect(reply.status).toBe(status)
  })
})
