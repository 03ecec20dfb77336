import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { qcPhotos } from '#db/schema.ts'
import { createImageUrls } from '#features/images/server/uploads/signed-urls.ts'
import { getImageUrl } from '#shared/image-urls.ts'
import { DAY_MS } from '#shared/time.ts'
import { aSession, aUser } from '#support/factories.ts'
import { testSecret, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { photoPeople } from '#test/fixtures/photo-submission-fixture.ts'

const forEver = 'public, max-age=31536000, immutable'
const mediaDir = mkdtempSync(join(tmpdir(), 'media-'))
afterAll(() => rmSync(mediaDir, { recursive: true }))

describe('an unapproved photo', () => {
  const database = useDatabase()
  useTokens(database)
  const env = { RATE_MULTIPLIER: '100', MEDIA_DIR: mediaDir }
  const app = useApp(database, { env })
  /** Another process of the same site, which learns of changes from the database only. */
  const otherApp = useApp(database, { env })
  const people = photoPeople(app)
  const addresses = createImageUrls(testSecret)
  afterEach(() => vi.useRealTimers())

  const fetchPhoto = async (url: string, at = app()) => {
    const { status, headers } = await at.send(url)
    return [status, status === 200 ? headers['cache-control'] : undefined]
  }
  const notFound = [404, undefined]
  const isPrivate = [200, 'private, no-store']

  async function aPhoto() {
    const id = await people.aSet()
    const [photo] = await database.db.select().from(qcPhotos).where(eq(qcPhotos.submissionId, id))
    return { id, publicUrl: addresses.toImageUrl(photo?.image ?? '') }
  }
  /** The URL of a submission's only photo for admins. */
  async function findPhotoUrl(id: string): Promise<string> {
    const sets: { _id: string; photos: { url: string }[] }[] = Object((await people.list()).body?.data)
    return sets.find((set) => set._id === id)?.photos[0]?.url ?? ''
  }

  test('returns 404 except for its author and admins', async () => {
    const { id, publicUrl } = await aPhoto()
    const [mine] = Object((await people.mine()).body?.data)
    const { url } = mine.photos[0]
    expect(await findPhotoUrl(id)).toBe(url)
    expect([await fetchPhoto(url), await fetchPhoto(publicUrl)]).toEqual([isPrivate, notFound])
    const stranger = (await aSession(database.db, await aUser(database.db))).token
    expect((await people.mine(stranger)).body?.data).toEqual([])
  })

  test('is private, no-store at every width and in every format', async () => {
    const { id } = await aPhoto()
    const url = await findPhotoUrl(id)
    for (const width of [96, 480, 1600] as const)
      for (const format of ['webp', 'avif'] as const)
        expect(await fetchPhoto(getImageUrl(url, width, format))).toEqual(isPrivate)
  })

  test('has a URL for the member who uploaded it, which stops working after submission', async () => {
    const { body } = await people.upload()
    const { id, url } = Object(body?.data)
    expect(await fetchPhoto(url)).toEqual(isPrivate)
    await people.send([id])
    expect(await fetchPhoto(url)).toEqual(notFound)
  })

  test('has a URL that stops working with every change', async () => {
    const { id, publicUrl } = await aPhoto()
    const old: string[] = []
    for (const status of ['denied', 'pending', 'denied'] as const) {
      old.push(await findPhotoUrl(id))
      await people.moderate(id, { status })
      for (const url of [...old, publicUrl]) expect(await fetchPhoto(url)).toEqual(notFound)
      expect(await fetchPhoto(await findPhotoUrl(id))).toEqual(isPrivate)
    }
    await people.moderate(id, { status: 'approved' })
    for (const url of old) expect(await fetchPhoto(url)).toEqual(notFound)
    expect(await findPhotoUrl(id)).toMatch(publicUrl)
    expect(await fetchPhoto(publicUrl)).toEqual([200, forEver])
  })

  test('is not served by any process after it was denied', async () => {
    const { id, publicUrl } = await aPhoto()
    await people.moderate(id, { status: 'approved' })
    expect([await fetchPhoto(publicUrl), await fetchPhoto(publicUrl, otherApp())]).toEqual([
      [200, forEver],
      [200, forEver],
    ])
    await people.moderate(id, { status: 'denied' })
    expect(await fetchPhoto(publicUrl)).toEqual(notFound)
    expect(await fetchPhoto(await findPhotoUrl(id), otherApp())).toEqual(isPrivate)
    await eventually(async () => expect(await fetchPhoto(publicUrl, otherApp())).toEqual(notFound))
  })

  test('is not served by any process after it was denied and deleted', async () => {
    const { id, publicUrl } = await aPhoto()
    await people.moderate(id, { status: 'approved' })
    expect(await fetchPhoto(publicUrl, otherApp())).toEqual([200, forEver])
    await people.moderate(id, { status: 'denied' })
    await eventually(async () => expect(await fetchPhoto(publicUrl, otherApp())).toEqual(notFound))
    const url = await findPhotoUrl(id)
    await people.delete(id)
    for (const address of [url, publicUrl])
      for (const process of [app(), otherApp()]) expect(await fetchPhoto(address, process)).toEqual(notFound)
    await otherApp().invalidation.publish([[]])
    expect(await fetchPhoto(publicUrl, otherApp())).toEqual(notFound)
  })

  test('has a URL that is valid until the end of tomorrow', async () => {
    const { id } = await aPhoto()
    const url = await findPhotoUrl(id)
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: (Math.floor(now / DAY_MS) + 2) * DAY_MS - 1000 })
    expect(await fetchPhoto(url)).toEqual(isPrivate)
    vi.setSystemTime((Math.floor(now / DAY_MS) + 2) * DAY_MS)
    expect(await fetchPhoto(url)).toEqual(notFound)
  })

  test('returns 404 for any changed part of its URL', async () => {
    const { id } = await aPhoto()
    const { id: another } = await aPhoto()
    const [url, otherUrl] = [await findPhotoUrl(id), await findPhotoUrl(another)]
    const [, , proof = '', , file = ''] = url.replace(/#.*/, '').split('/')
    const [, , otherProof = '', , otherFile = ''] = otherUrl.replace(/#.*/, '').split('/')
    const letter = proof.startsWith('A') ? 'B' : 'A'
    const invalidParts = [
      [proof.slice(0, 22), file],
      [proof.slice(0, 22) + otherProof.slice(22), file],
      [letter + proof.slice(1), file],
      [`${proof}0`, file],
      [otherProof, file],
      [proof, otherFile],
    ]
    for (const [signature, name] of invalidParts)
      expect(await fetchPhoto(`/img/${signature}/720/${name}`)).toEqual(notFound)
  })
})
