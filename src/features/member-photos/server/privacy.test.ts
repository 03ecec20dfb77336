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
import { modes, useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { photoPeople } from '#test/fixtures/photo-submission-fixture.ts'

const forEver = 'public, max-age=31536000, immutable'
const mediaDir = mkdtempSync(join(tmpdir(), 'media-'))
afterAll(() => rmSync(mediaDir, { recursive: true }))

describe.each(modes)('a photo that nobody has approved, on %s', (mode) => {
  const database = useDatabase(mode)
  useTokens(database)
  const env = { RATE_MULTIPLIER: '100', MEDIA_DIR: mediaDir }
  const app = useApp(database, { env })
  /** Another process of the same site, which hears of changes by the database alone. */
  const other = useApp(database, { env })
  const people = photoPeople(app)
  const addresses = createImageUrls(testSecret)
  afterEach(() => vi.useRealTimers())

  const look = async (url: string, at = app()) => {
    const { status, headers } = await at.send(url)
    return [status, status === 200 ? headers['cache-control'] : undefined]
  }
  const gone = [404, undefined]
  const shown = [200, 'private, no-store']

  async function aPhoto() {
    const id = await people.aSet()
    const [photo] = await database.db.select().from(qcPhotos).where(eq(qcPhotos.submissionId, id))
    return { id, publicUrl: addresses.toImageUrl(photo?.image ?? '') }
  }
  /** What admins are told of a set's only photo. */
  async function findPhotoUrl(id: string): Promise<string> {
    const sets: { _id: string; photos: { url: string }[] }[] = Object((await people.list()).body?.data)
    return sets.find((set) => set._id === id)?.photos[0]?.url ?? ''
  }

  test('is not found for anybody but its author and admins', async () => {
    const { id, publicUrl } = await aPhoto()
    const [mine] = Object((await people.mine()).body?.data)
    const { url } = mine.photos[0]
    expect(await findPhotoUrl(id)).toBe(url)
    expect([await look(url), await look(publicUrl)]).toEqual([shown, gone])
    const stranger = (await aSession(database.db, await aUser(database.db))).token
    expect((await people.mine(stranger)).body?.data).toEqual([])
  })

  test('is private, no-store at every width and in every format', async () => {
    const { id } = await aPhoto()
    const url = await findPhotoUrl(id)
    for (const width of [96, 480, 1600] as const)
      for (const format of ['webp', 'avif'] as const)
        expect(await look(getImageUrl(url, width, format))).toEqual(shown)
  })

  test('is shown to whoever has just added it, and by that address no longer once it is handed in', async () => {
    const { body } = await people.upload()
    const { id, url } = Object(body?.data)
    expect(await look(url)).toEqual(shown)
    await people.send([id])
    expect(await look(url)).toEqual(gone)
  })

  test('has an address that stops working with every change', async () => {
    const { id, publicUrl } = await aPhoto()
    const old: string[] = []
    for (const status of ['denied', 'pending', 'denied'] as const) {
      old.push(await findPhotoUrl(id))
      await people.moderate(id, { status })
      for (const url of [...old, publicUrl]) expect(await look(url)).toEqual(gone)
      expect(await look(await findPhotoUrl(id))).toEqual(shown)
    }
    await people.moderate(id, { status: 'approved' })
    for (const url of old) expect(await look(url)).toEqual(gone)
    expect(await findPhotoUrl(id)).toMatch(publicUrl)
    expect(await look(publicUrl)).toEqual([200, forEver])
  })

  test('that was shown before it was denied is shown no more, by no process', async () => {
    const { id, publicUrl } = await aPhoto()
    await people.moderate(id, { status: 'approved' })
    expect([await look(publicUrl), await look(publicUrl, other())]).toEqual([
      [200, forEver],
      [200, forEver],
    ])
    await people.moderate(id, { status: 'denied' })
    expect(await look(publicUrl)).toEqual(gone)
    expect(await look(await findPhotoUrl(id), other())).toEqual(shown)
    await eventually(async () => expect(await look(publicUrl, other())).toEqual(gone))
  })

  test('that was denied before it was deleted is shown no more, by no process', async () => {
    const { id, publicUrl } = await aPhoto()
    await people.moderate(id, { status: 'approved' })
    expect(await look(publicUrl, other())).toEqual([200, forEver])
    await people.moderate(id, { status: 'denied' })
    await eventually(async () => expect(await look(publicUrl, other())).toEqual(gone))
    const url = await findPhotoUrl(id)
    await people.delete(id)
    for (const address of [url, publicUrl])
      for (const process of [app(), other()]) expect(await look(address, process)).toEqual(gone)
    await other().invalidation.publish([[]])
    expect(await look(publicUrl, other())).toEqual(gone)
  })

  test('has an address that is good until the end of tomorrow', async () => {
    const { id } = await aPhoto()
    const url = await findPhotoUrl(id)
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: (Math.floor(now / DAY_MS) + 2) * DAY_MS - 1000 })
    expect(await look(url)).toEqual(shown)
    vi.setSystemTime((Math.floor(now / DAY_MS) + 2) * DAY_MS)
    expect(await look(url)).toEqual(gone)
  })

  test('has an address of which no part can be changed', async () => {
    const { id } = await aPhoto()
    const { id: another } = await aPhoto()
    const [url, otherUrl] = [await findPhotoUrl(id), await findPhotoUrl(another)]
    const [, , proof = '', , file = ''] = url.replace(/#.*/, '').split('/')
    const [, , otherProof = '', , otherFile = ''] = otherUrl.replace(/#.*/, '').split('/')
    const letter = proof.startsWith('A') ? 'B' : 'A'
    const wrong = [
      [proof.slice(0, 22), file],
      [proof.slice(0, 22) + otherProof.slice(22), file],
      [letter + proof.slice(1), file],
      [`${proof}0`, file],
      [otherProof, file],
      [proof, otherFile],
    ]
    for (const [one, other] of wrong) expect(await look(`/img/${one}/720/${other}`)).toEqual(gone)
  })
})
