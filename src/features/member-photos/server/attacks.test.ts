import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { images, photoSubmissions, photoUploads, qcPhotos } from '#db/schema.ts'
import { apiBase } from '#shared/paths.ts'
import { aSession, aUser } from '#support/factories.ts'
import { aPng, dataPart, filePart, rawForm } from '#support/forms.ts'
import { noPictures, pictures, rejectionPattern } from '#support/hostile-pictures.ts'
import type { Reply } from '#support/http-client.ts'
import { sendForm, tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { photoPeople, qcItem } from '#test/fixtures/photo-submission-fixture.ts'

const unknownId = '0198a000-0000-7000-8000-0000000000ff'
const gone = 'A photo is no longer there. Please add it again.'

describe('access to photos of others', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database, { env: { RATE_MULTIPLIER: '100' } })
  const people = photoPeople(app)
  beforeEach(() => rmSync(join(app().mediaDir, 'qc'), { recursive: true, force: true }))
  const counts = () =>
    Promise.all([photoUploads, photoSubmissions, qcPhotos].map((table) => database.db.$count(table)))
  const getOutcome = ({ status, body }: Reply) => [status, body?.message]

  async function createOtherUser(): Promise<string> {
    return (await aSession(database.db, await aUser(database.db))).token
  }

  test('cannot use the uploads of others by their ids', async () => {
    const [id = ''] = await people.uploads(1)
    for (const token of [await createOtherUser(), tokens.admin]) {
      expect(getOutcome(await people.send([id], {}, token))).toEqual([409, gone])
      expect(getOutcome(await people.remove(id, token))).toEqual([404, 'These photos no longer exist.'])
    }
    const own = await people.uploads(1, tokens.admin)
    expect(getOutcome(await people.send([...own, id], {}, tokens.admin))).toEqual([409, gone])
    expect(getOutcome(await people.send([...own, unknownId], {}, tokens.admin))).toEqual([409, gone])
    expect(await counts()).toEqual([2, 0, 0])
  })

  test('cannot remove a photo from a submission or add it to a second one', async () => {
    const ids = await people.uploads(2)
    const first = await people.send(ids)
    const [one = ''] = ids
    expect(getOutcome(await people.send([one]))).toEqual([409, gone])
    expect(getOutcome(await people.send(ids, { productCode: '42' }))).toEqual([409, gone])
    expect(getOutcome(await people.send(ids, {}, await createOtherUser()))).toEqual([409, gone])
    expect(getOutcome(await people.remove(one))).toEqual([404, 'These photos no longer exist.'])
    // The response to the first request may have been lost.
    expect((await people.send(ids)).body?.data).toEqual(first.body?.data)
    expect(await counts()).toEqual([0, 1, 2])
  })

  test('concurrent requests with the same photos create one submission', async () => {
    const ids = await people.uploads(3)
    const turned = ids.toReversed()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_none, at) => people.send(at % 2 ? ids : turned)),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    expect(new Set(responses.map(({ body }) => Object(body?.data)._id)).size).toBe(1)
    expect(await counts()).toEqual([0, 1, 3])
  })

  test('concurrent requests for two submissions with a common photo create one', async () => {
    const [shared = '', one = '', other = ''] = await people.uploads(3)
    const responses = await Promise.all([people.send([one, shared]), people.send([shared, other])])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await counts()).toEqual([1, 1, 2])
  })

  test('either removes or submits when both are requested at once', async () => {
    const [id = ''] = await people.uploads(1)
    const [sent, removed] = await Promise.all([people.send([id]), people.remove(id)])
    expect([sent?.status, removed?.status]).toEqual(
      expect.toSatisfy((pair: number[]) => ['200,404', '409,200'].includes(pair.join())),
    )
    expect(await counts()).toEqual(sent?.status === 200 ? [0, 1, 1] : [0, 0, 0])
  })

  test.each([
    ['13 photos', async () => people.uploads(13), {}, 'You can submit up to 12 photos at once.'],
    ['no photo', async () => [], {}, 'Add a photo.'],
    [
      'the same photo twice',
      async () => (await people.uploads(1)).flatMap((id) => [id, id]),
      {},
      "You've already submitted this photo.",
    ],
    [
      'one twice in another spelling',
      async () => (await people.uploads(1)).flatMap((id) => [id, id.toUpperCase()]),
      {},
      "You've already submitted this photo.",
    ],
    ['invalid ids', async () => ['../../etc/passwd'], {}, undefined],
    ['an object', async () => ({ length: 1 }), {}, undefined],
    [
      'a date in the future',
      () => people.uploads(1),
      { takenAt: '2999-01-01' },
      'Choose today or an earlier date.',
    ],
    [
      'an invalid date',
      () => people.uploads(1),
      { takenAt: '2026-02-30' },
      'Choose today or an earlier date.',
    ],
    ['a text with reversed direction', () => people.uploads(1), { agent: 'CN\u202eFans' }, undefined],
    ['a long variant', () => people.uploads(1), { variant: 'x'.repeat(121) }, undefined],
    ['another shop', () => people.uploads(1), { shopType: 'ebay' }, undefined],
  ])('creates no submission: %s', async (_case, make, more, message) => {
    const uploads = await make()
    const before = await database.db.$count(photoUploads)
    const { status, body } = await people.send(uploads, more)
    expect(status).toBe(400)
    if (message) expect(body?.errors).toMatchObject([{ message }])
    expect(await counts()).toEqual([before, 0, 0])
  })

  test('cannot approve their own photos', async () => {
    const more = {
      status: 'approved',
      userId: unknownId,
      author: 'Admin',
      source: 'Warehouse A',
      role: 'admin',
    }
    const { body } = await people.send(await people.uploads(1), more)
    expect(body?.data).toMatchObject({ status: 'pending', name: 'Mat Ruler' })
    expect(await people.countPublicPhotos()).toBe(0)
  })

  test('only admins can moderate, list and delete', async () => {
    const id = await people.aSet()
    const calls = (token: string) => [
      people.list('', token),
      people.moderate(id, { status: 'approved' }, token),
      people.delete(id, token),
    ]
    for (const { status } of await Promise.all(calls(tokens.user))) expect(status).toBe(403)
    for (const { status } of await Promise.all(calls(''))) expect(status).toBe(401)
    expect((await people.mine(await createOtherUser())).body?.data).toEqual([])
    expect(await counts()).toEqual([0, 1, 1])
  })

  test('stores at most 24 unsubmitted photos under concurrent uploads', async () => {
    await people.uploads(20)
    const responses = await Promise.all(Array.from({ length: 8 }, () => people.upload()))
    const rejected = responses.filter(({ status }) => status !== 200)
    expect(rejected.map(getOutcome)).toEqual(
      Array.from({ length: 4 }, () => [429, 'You have 24 unsubmitted photos. Submit or remove some first.']),
    )
    expect([await database.db.$count(photoUploads), await database.db.$count(images)]).toEqual([24, 24])
    expect(readdirSync(join(app().mediaDir, 'qc')).length).toBe(24)
  })
})

describe('the limits of uploads and submissions', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)
  const people = photoPeople(app)

  test('limits uploads to 60 and submissions to 10 in an hour', async () => {
    for (let set = 0; set < 10; set += 1)
      expect((await people.send(await people.uploads(1))).status).toBe(200)
    const { status, body, headers } = await people.send([unknownId])
    expect([status, body?.message]).toEqual([
      429,
      "You've submitted many photos in the last hour. Please try again later.",
    ])
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
    for (let at = 10; at < 60; at += 1) {
      const { body: sent } = await people.upload()
      await people.remove(Object(sent?.data).id)
    }
    const late = await people.upload()
    expect([late.status, late.body?.message]).toEqual([
      429,
      "You're adding photos too quickly. Please try again later.",
    ])
    expect((await people.upload(undefined, tokens.admin)).status).toBe(200)
  })
})

/** Texts that no stored image may contain: code, archives and camera metadata. */
const forbiddenTexts = [
  '<script',
  '<?php',
  'PK\x03\x04',
  'Exif',
  'EXIF',
  'ICCP',
  'XMP ',
  'GPS',
  '<svg',
  '<!doctype',
]

describe('photos meant to harm', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database, { env: { RATE_MULTIPLIER: '100' } })
  const people = photoPeople(app)
  const folder = () => join(app().mediaDir, 'qc')
  beforeEach(() => rmSync(app().mediaDir, { recursive: true, force: true }))

  async function expectOnlyPicture(reply: Reply): Promise<void> {
    expect(reply.status).toBe(200)
    const [file = '', ...others] = readdirSync(folder())
    expect([file, others]).toEqual([expect.stringMatching(/^[\w-]{22}\.webp$/), []])
    const { url, width, height } = Object(reply.body?.data)
    const served = await app().send(url)
    const storedBytes = readFileSync(join(folder(), file))
    for (const bytes of [storedBytes, served.bytes]) {
      const facts = await sharp(bytes).metadata()
      const { format, pages = 1, exif, icc, xmp } = facts
      expect({ format, pages, exif, icc, xmp }).toEqual({ format: 'webp', pages: 1 })
      const text = bytes.toString('latin1')
      expect(forbiddenTexts.filter((trace) => text.includes(trace))).toEqual([])
    }
    expect(await sharp(storedBytes).metadata()).toMatchObject({ width, height })
    expect(Math.max(width, height)).toBeLessThanOrEqual(1600)
  }

  // The whole list is tested with agents' images, which use the same code.
  const filterFiles = (names: RegExp, all: typeof noPictures) => all.filter(([what]) => names.test(what))

  test.each(
    filterFiles(/XXE|packed SVG|a PDF|an AVIF|17,000|65,535|cut JPEG|no byte|behind a JPEG/, noPictures),
  )('%s is rejected', async (_what, make) => {
    const { status, body } = await people.upload(await make())
    expect([status, body?.message]).toEqual([400, expect.stringMatching(rejectionPattern)])
    expect([await database.db.$count(photoUploads), await database.db.$count(images)]).toEqual([0, 0])
    expect(existsSync(folder()) ? readdirSync(folder()) : []).toEqual([])
  })

  test.each(filterFiles(/where it was taken|ZIP behind|PHP in a comment|unfolds|10,000 frames/, pictures))(
    'stores only the pixels of %s',
    async (_case, make) => expectOnlyPicture(await people.upload(await make())),
  )

  test('rotates a phone photo upright and removes its location', async () => {
    const phone = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: 'teal' } })
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'A phone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitude: '0/1 7/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    expect(phone.includes('A phone')).toBe(true)
    const reply = await people.upload(phone)
    expect(reply.body?.data).toMatchObject({ width: 1200, height: 1600 })
    await expectOnlyPicture(reply)
  })

  test.each([
    ['a path upwards', '../../../evil.png'],
    ['a whole path', '/etc/cron.d/evil'],
    ['a NUL', 'photo.php\0.png'],
    ['a text with reversed direction', 'photo\u202egnp.exe'],
  ])('stores a file named by %s under a random name', async (_what, name) => {
    const form = rawForm([dataPart({}), filePart(await aPng(), name)])
    await expectOnlyPicture(await sendForm(app(), '/qc-photos/uploads', form))
    expect(readdirSync(app().mediaDir)).toEqual(['qc'])
  })

  test('returns 400 for a form without a photo or of another type', async () => {
    const empty = await sendForm(app(), '/qc-photos/uploads', rawForm([dataPart({})]))
    expect([empty.status, empty.body?.message]).toEqual([400, 'Please provide an image'])
    expect((await app().post('/qc-photos/uploads', {}, { authorization: tokens.user })).status).toBe(415)
    const large = Buffer.concat([await aPng(), Buffer.alloc(5 * 1024 * 1024)])
    expect((await people.upload(large)).status).toBe(413)
    const { status } = await app().send(`${apiBase}/qc-photos/uploads`, {
      method: 'POST',
      ...rawForm([dataPart({}), filePart(await aPng())]),
    })
    expect(status).toBe(401)
    expect(await database.db.$count(photoUploads)).toBe(0)
    expect((await people.mine(tokens.user, { ...qcItem, shopType: 'ebay' })).status).toBe(400)
  })
})
