import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { images, photoSubmissions, photoUploads, qcPhotos, users, watches, watchNotices } from '#db/schema.ts'
import { verifyData } from '#operations/verify.ts'
import { aProduct, aSession, aUser } from '#support/factories.ts'
import { aPng } from '#support/forms.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { photoPeople, qcItem } from '#test/fixtures/photo-submission-fixture.ts'

describe('members’ QC photos', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database, { env: { RATE_MULTIPLIER: '100' } })
  const people = photoPeople(app)
  const folder = () => join(app().mediaDir, 'qc')
  const files = () => (existsSync(folder()) ? readdirSync(folder()) : [])
  beforeEach(() => rmSync(folder(), { recursive: true, force: true }))

  test('are pending until an admin approves them, and then listed in order', async () => {
    await aProduct(database.db, { shopType: 'weidian', itemId: qcItem.productCode, name: 'Canvas tote' })
    const sizes = [
      [2000, 1000],
      [30, 40],
      [50, 20],
    ] as const
    const ids: string[] = []
    for (const [width, height] of sizes) {
      const { status, body } = await people.upload(await aPng(width, height))
      expect([status, body?.message]).toEqual([200, 'OK'])
      ids.push(Object(body?.data).id)
    }
    const [first = '', second = '', third = ''] = ids
    const more = { agent: ' CNFans ', variant: 'Navy', takenAt: '2026-11-02' }
    const sent = await people.send([third, first, second], more)
    expect([sent.status, sent.body?.message]).toEqual([
      200,
      'Thank you. Your photos will appear once approved.',
    ])
    expect(sent.body?.data).toMatchObject({
      ...qcItem,
      productName: 'Canvas tote',
      name: 'Mat Ruler',
      agent: 'CNFans',
      variant: 'Navy',
      takenAt: '2026-11-02T00:00:00.000Z',
      status: 'pending',
      photos: [
        { width: 50, height: 20 },
        { width: 1600, height: 800 },
        { width: 30, height: 40 },
      ],
    })
    expect(await people.countPublicPhotos()).toBe(0)
    expect((await app().get('/products/getAllProduct')).body?.data).toMatchObject([{ qcCount: 0 }])
    const { body } = await people.mine()
    expect(body?.data).toEqual([sent.body?.data])

    const { _id: id } = Object(sent.body?.data)
    const moderated = await people.moderate(id, { status: 'approved' })
    expect([moderated.status, moderated.body?.message]).toEqual([
      200,
      'Status of the photos changed to "approved"',
    ])
    const publicPhotos = await app().get(`/qc-photos/${qcItem.productCode}?shopType=weidian`)
    expect(Object(publicPhotos.body?.data).items).toMatchObject([
      {
        width: 50,
        source: 'Photos by Mat Ruler, bought through CNFans',
        agent: null,
        variant: 'Navy',
        takenAt: '2026-11-02T00:00:00.000Z',
      },
      { width: 1600 },
      { width: 30 },
    ])
    expect((await app().get('/products/getAllProduct')).body?.data).toMatchObject([{ qcCount: 3 }])
    expect((await people.mine()).body?.data).toEqual([])
    expect(await database.db.$count(photoUploads)).toBe(0)
    expect(await verifyData(database.db)).toEqual([])
  })

  test('of an admin are public at once', async () => {
    const sent = await people.send(await people.uploads(2, tokens.admin), {}, tokens.admin)
    expect([sent.status, sent.body?.message]).toEqual([200, 'Your photos are public now.'])
    expect(sent.body?.data).toMatchObject({ status: 'approved', agent: null, variant: null, takenAt: null })
    expect(await people.countPublicPhotos()).toBe(2)
  })

  test('are hidden when denied, and can be approved again', async () => {
    const id = await people.aSet()
    for (const [status, count] of [
      ['approved', 1],
      ['denied', 0],
      ['approved', 1],
      ['pending', 0],
    ] as const) {
      expect((await people.moderate(id, { status })).status).toBe(200)
      expect(await people.countPublicPhotos()).toBe(count)
    }
    const [set] = Object((await people.list('?status=pending')).body?.data)
    expect((await app().send(set.photos[0].url)).status).toBe(200)
  })

  test('create one notice for each watcher of the item', async () => {
    const { id: userId } = await aUser(database.db)
    const key = { shopType: qcItem.shopType, itemId: qcItem.productCode }
    await database.db.insert(watches).values({ userId, ...key, newPhotos: true })
    const set = await people.aSet()
    expect(await database.db.$count(watchNotices)).toBe(0)
    for (const status of ['approved', 'denied', 'approved', 'approved'])
      await people.moderate(set, { status })
    expect(await database.db.select().from(watchNotices)).toMatchObject([{ userId, kind: 'photos' }])
    await people.moderate(await people.aSet(), { status: 'denied' })
    expect(await database.db.$count(watchNotices)).toBe(1)
  })

  test('create no notice for the member who submitted them', async () => {
    const key = { shopType: qcItem.shopType, itemId: qcItem.productCode }
    const other = await aUser(database.db)
    const sets = [await people.aSet(), await people.aSet()]
    const [own] = await database.db.select().from(photoSubmissions)
    for (const userId of [own?.userId ?? '', other.id])
      await database.db.insert(watches).values({ userId, ...key, newPhotos: true, byMail: false })
    for (const set of sets) await people.moderate(set, { status: 'approved' })
    const listNotices = async () => {
      const rows = await database.db.select().from(watchNotices)
      return new Map(rows.map(({ userId, value }) => [userId, value]))
    }
    expect(await listNotices()).toEqual(new Map([[other.id, 2]]))
    await people.send(await people.uploads(2, tokens.admin), {}, tokens.admin)
    await people.moderate(await people.aSet(), { status: 'approved' })
    const expected = [
      [other.id, 5],
      [own?.userId, 2],
    ] as const
    expect(await listNotices()).toEqual(new Map(expected))
  })

  test('return 409 when another admin changed their status first', async () => {
    const id = await people.aSet()
    const [{ updatedAt: seen }] = Object((await people.list()).body?.data)
    const first = await people.moderate(id, { status: 'approved', seen })
    expect(first.status).toBe(200)
    const late = await people.moderate(id, { status: 'denied', seen })
    expect([late.status, late.body?.message]).toEqual([
      409,
      'Someone else already moderated these photos. Please reload.',
    ])
    expect((await people.moderate(id, { status: 'approved', seen })).body?.data).toEqual(first.body?.data)
    const again = await people.moderate(id, { status: 'denied', seen: Object(first.body?.data).updatedAt })
    expect(again.status).toBe(200)
  })

  test('are deleted with their files, and their URLs return 404', async () => {
    const { body } = await people.send(await people.uploads(2))
    const { _id: id } = Object(body?.data)
    const moderated = await people.moderate(id, { status: 'approved' })
    const { photos } = Object(moderated.body?.data)
    expect(await people.countPublicPhotos()).toBe(2)
    for (const { url } of photos) expect((await app().send(url)).status).toBe(200)
    const gone = await people.delete(id)
    expect([gone.status, gone.body?.message]).toEqual([200, 'The photos were deleted.'])
    expect(await people.countPublicPhotos()).toBe(0)
    for (const { url } of photos) expect((await app().send(url)).status).toBe(404)
    const counts = [photoSubmissions, qcPhotos, images].map((table) => database.db.$count(table))
    expect([...(await Promise.all(counts)), files()]).toEqual([0, 0, 0, []])
    expect((await people.delete(id)).status).toBe(404)
    expect((await people.moderate(id, { status: 'denied' })).body?.message).toBe(
      'These photos no longer exist.',
    )
  })

  test('are deleted when the member withdraws them', async () => {
    const { body } = await people.upload()
    const { id, url } = Object(body?.data)
    expect((await app().send(url)).status).toBe(200)
    expect((await people.remove(id)).status).toBe(200)
    expect((await app().send(url)).status).toBe(404)
    expect([await database.db.$count(images), files()]).toEqual([0, []])
    expect((await people.remove(id)).status).toBe(404)
  })

  test('are listed newest first, in pages of 20 and by status', async () => {
    for (let at = 0; at < 21; at += 1) await people.aSet()
    const page = async (query: string) => {
      const { body, headers } = await people.list(query)
      return [Object(body?.data).length, headers['x-total-count']]
    }
    expect(await page('')).toEqual([20, '21'])
    expect(await page('?page=2')).toEqual([1, '21'])
    expect(await page('?page=3&status=pending')).toEqual([0, '21'])
    expect(await page('?status=denied')).toEqual([0, '0'])
    const times = Object((await people.list()).body?.data).map(
      ({ createdAt }: { createdAt: string }) => createdAt,
    )
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('keep the name of a deleted account', async () => {
    const leaver = await aUser(database.db, { name: 'Ann Lee' })
    const { token } = await aSession(database.db, leaver)
    await people.send(await people.uploads(1, token), {}, token)
    await people.uploads(1, token)
    await database.db.delete(users).where(eq(users.id, leaver.id))
    expect((await people.list()).body?.data).toMatchObject([{ name: 'Ann Lee' }])
    expect(await database.db.$count(photoUploads)).toBe(0)
  })
})
