import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { itemReadings } from '#db/schema.ts'
import { createImageUrls } from '#features/images/server/uploads/signed-urls.ts'
import { sweepUploads } from '#features/images/server/uploads/upload-sweep.ts'
import { createUploads } from '#features/images/server/uploads/uploads.ts'
import { verifyData } from '#operations/verify.ts'
import { getVariantGroups } from '#shared/items/variant-selection.ts'
import { apiBase } from '#shared/paths.ts'
import { DAY_MS } from '#shared/time.ts'
import { testSecret, tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { photoPeople } from '#test/fixtures/photo-submission-fixture.ts'
import { readingText } from '../texts-and-limits.ts'
import { sweepReadings } from './sweep.ts'

const mediaDir = mkdtempSync(join(tmpdir(), 'media-'))
afterAll(() => rmSync(mediaDir, { recursive: true }))

const item = { shopType: 'taobao', productCode: '990000731204' } as const
const call = '/items/readings'
const address = `${call}?shopType=${item.shopType}&productCode=${item.productCode}`

describe('a reading with pictures from a device', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database, { env: { RATE_MULTIPLIER: '100', MEDIA_DIR: mediaDir } })
  const people = photoPeople(app)
  const addresses = createImageUrls(testSecret)
  const author = { authorization: tokens.user }
  const admin = { authorization: tokens.admin }

  const send = (uploads: string[]) =>
    app().post(call, { ...item, title: 'Hoodie', price: 168, uploads }, author)
  const judge = (id: string, decision: string) =>
    app().send(`${apiBase}${call}?id=${id}&verdict=${decision}`, { method: 'PATCH', headers: admin })
  const fetchPicture = async (url: string) => {
    const { status, headers } = await app().send(url)
    return [status, status === 200 ? headers['cache-control'] : undefined]
  }
  const isPrivate = [200, 'private, no-store']
  const isPublic = [200, 'public, max-age=31536000, immutable']
  const notFound = [404, undefined]
  const readPublic = async () => Object((await app().get(address)).body).data[0]
  const getImages = async () => {
    const query = `shopType=${item.shopType}&productCode=${item.productCode}`
    return Object((await app().get(`/product-info?${query}`)).body).data.productInfo?.imgList
  }
  const readStored = async () => {
    const [row] = await database.db.select().from(itemReadings)
    if (!row) throw new Error('no reading')
    return row
  }
  const countFiles = () => readdirSync(join(mediaDir, 'qc')).length

  test('shows them to its author and admins before an approval, to everyone after it, and to no one else after it was taken back', async () => {
    const sent = await send(await people.uploads(2, tokens.user))
    const { _id: id, pictures } = Object(sent.body?.data)
    expect(pictures).toHaveLength(2)
    for (const url of pictures) expect(await fetchPicture(url)).toEqual(isPrivate)
    expect((await readPublic()).pictures).toEqual([])
    const publicUrls = (await readStored()).uploads.map((image) => addresses.toImageUrl(image))
    for (const url of publicUrls) expect(await fetchPicture(url)).toEqual(notFound)
    const [queued] = Object((await app().get(call, admin)).body).data
    for (const url of queued.pictures) expect(await fetchPicture(url)).toEqual(isPrivate)

    expect((await judge(id, 'approved')).status).toBe(200)
    const images = await getImages()
    expect(images).toHaveLength(2)
    for (const url of images) expect(await fetchPicture(url)).toEqual(isPublic)
    for (const url of pictures) expect(await fetchPicture(url)).toEqual(notFound)

    await judge(id, 'denied')
    expect(await getImages()).toBeUndefined()
    await eventually(async () => {
      for (const url of images) expect(await fetchPicture(url)).toEqual(notFound)
    })
    expect(await verifyData(database.db)).toEqual([])
  })

  test("makes the names of variants the item's attributes", async () => {
    const variants = [
      ['Forest', 'Plum'],
      ['S', 'M', 'L'],
    ]
    const { body } = await app().post(call, { ...item, title: 'Hoodie', variants }, author)
    await judge(Object(body?.data)._id, 'approved')
    const query = `shopType=${item.shopType}&productCode=${item.productCode}`
    const { productInfo } = Object((await app().get(`/product-info?${query}`)).body).data
    expect(
      getVariantGroups(productInfo, undefined).map(({ name, values }) => [name, values[0]?.name]),
    ).toEqual([
      ['Option', 'Forest, Plum'],
      ['Size', 'S, M, L'],
    ])
  })

  test("returns 409 for another account's picture and for one that is gone", async () => {
    const uploads = await people.uploads(1, tokens.admin)
    for (const ids of [uploads, ['00000000-0000-4000-8000-000000000000']]) {
      const { status, body } = await send(ids)
      expect([status, body?.message]).toEqual([409, readingText.gone])
    }
    expect(await database.db.$count(itemReadings)).toBe(0)
  })

  test('takes a picture that is named twice once', async () => {
    const [id = ''] = await people.uploads(1, tokens.user)
    expect(Object((await send([id, id.toUpperCase()])).body?.data).pictures).toHaveLength(1)
  })

  test('deletes the pictures that a newer reading of the member replaces', async () => {
    await send(await people.uploads(2, tokens.user))
    const before = countFiles()
    const { uploads: former } = await readStored()
    await send(await people.uploads(1, tokens.user))
    const { uploads } = await readStored()
    expect(uploads).toHaveLength(1)
    expect(former).not.toContain(uploads[0])
    expect(countFiles()).toBe(before - 1)
  })

  test('keeps them from the sweep of unused files, until a month after a denial', async () => {
    const sent = await send(await people.uploads(1, tokens.user))
    const { discard } = createUploads({ db: database.db, mediaDir, log: console })
    const later = (days: number) => new Date(Date.now() + days * DAY_MS)
    await sweepUploads({ db: database.db, mediaDir, discard }, later(10))
    expect(await fetchPicture(Object(sent.body?.data).pictures[0])).toEqual(isPrivate)
    await judge(Object(sent.body?.data)._id, 'denied')
    expect(await sweepReadings({ db: database.db, discard }, later(29))).toBe(0)
    expect(await sweepReadings({ db: database.db, discard }, later(31))).toBe(1)
    expect((await readStored()).title).toBe('Hoodie')
    expect((await readStored()).uploads).toEqual([])
  })
})
