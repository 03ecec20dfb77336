import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { photoSubmissions, photoUploads, qcPhotos, reviewPhotos, reviews, users } from '#db/schema.ts'
import { createImageUrls } from '#features/images/server/uploads/signed-urls.ts'
import { sweepSubmissions } from '#features/member-photos/server/sweep.ts'
import { verifyData } from '#operations/verify.ts'
import { apiBase } from '#shared/paths.ts'
import { DAY_MS } from '#shared/time.ts'
import { aProduct } from '#support/factories.ts'
import { testSecret, useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { photoPeople } from '#test/fixtures/photo-submission-fixture.ts'
import { createReviewFixture, getReviewId, type Reviewer } from '#test/fixtures/review-fixture.ts'

const mediaDir = mkdtempSync(join(tmpdir(), 'media-'))
afterAll(() => rmSync(mediaDir, { recursive: true }))

describe('a review with photos', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { RATE_MULTIPLIER: '100', MEDIA_DIR: mediaDir } })
  const { createAuthor, admin, post, moderate, key } = createReviewFixture(database, app)
  const people = photoPeople(app)
  const addresses = createImageUrls(testSecret)
  const query = `product_code=${key.itemId}&store_name=${key.shopType}`

  const upload = (by: Reviewer, count = 1) => people.uploads(count, by.headers.authorization)
  const mine = async (by: Reviewer) =>
    Object((await app().get(`/review/mine?${query}`, by.headers)).body).data
  const listPublic = async () => Object((await app().get(`/review/findReview?${query}`)).body).data
  const remove = (by: Reviewer, id: string) =>
    app().send(`${apiBase}/review/deleteReview?review_id=${id}`, { method: 'DELETE', headers: by.headers })
  const fetchPhoto = async (url: string) => {
    const { status, headers } = await app().send(url)
    return [status, status === 200 ? headers['cache-control'] : undefined]
  }
  /** The URL without the color of the image in its hash. */
  const toPath = (url: string) => url.replace(/#.*/, '')
  const getFile = (url: string) => toPath(url).split('/').at(-1)
  const isPrivate = [200, 'private, no-store']
  const isPublic = [200, 'public, max-age=31536000, immutable']
  const notFound = [404, undefined]
  const countFiles = () => (existsSync(join(mediaDir, 'qc')) ? readdirSync(join(mediaDir, 'qc')).length : 0)
  const listQc = async (status = '') =>
    Object((await people.list(`?status=${status}`, (await admin()).headers.authorization)).body).data
  const broken = async () => (await verifyData(database.db)).map(({ name }) => name)

  test('is visible to author and admins before approval, and to everyone after it', async () => {
    const [ann, bob, ada] = [await createAuthor({ name: 'Ann' }), await createAuthor(), await admin()]
    const [first = '', second = ''] = await upload(ann, 2)
    const sent = await post(ann, { photos: [second, first] })
    expect([sent.status, sent.body?.message]).toEqual([200, 'Review Submitted!'])
    const [review] = await mine(ann)
    expect(review).toEqual(sent.body?.data)
    expect(review).toMatchObject({ status: 'pending', photoIds: [second, first], showWithQc: false })
    expect(await mine(bob)).toEqual([])
    expect(await listPublic()).toEqual([])
    for (const url of review.photos) expect(await fetchPhoto(url)).toEqual(isPrivate)
    const [row] = await database.db.select().from(reviewPhotos).where(eq(reviewPhotos.id, first))
    const publicUrl = addresses.toImageUrl(row?.image ?? '')
    expect(await fetchPhoto(publicUrl)).toEqual(notFound)

    const { body } = await app().get(`/review/findReview?${query}&status=pending`, ada.headers)
    expect(Object(body).data[0].photos.map(toPath)).toEqual(review.photos.map(toPath))
    await moderate(ada, getReviewId(sent), 'approved')
    for (const url of review.photos) expect(await fetchPhoto(url)).toEqual(notFound)
    const [visible] = await listPublic()
    expect(visible.photos[1]).toMatch(publicUrl)
    expect(visible).not.toHaveProperty('photoIds')
    for (const url of visible.photos) expect(await fetchPhoto(url)).toEqual(isPublic)

    await moderate(ada, getReviewId(sent), 'denied')
    for (const url of visible.photos) expect(await fetchPhoto(url)).toEqual(notFound)
    const [denied] = await mine(ann)
    expect(denied.status).toBe('denied')
    for (const url of denied.photos) expect(await fetchPhoto(url)).toEqual(isPrivate)
    expect(await people.countPublicPhotos()).toBe(0)
    expect(await broken()).toEqual([])
  })

  test('may have no photos, and keeps its photos when an edit does not list any', async () => {
    const ann = await createAuthor()
    expect((await post(ann)).body?.data).toMatchObject({ photos: [], photoIds: [] })
    const ids = await upload(ann, 2)
    await post(ann, { photos: ids })
    expect((await post(ann, { comment: 'Changed.' })).body?.data).toMatchObject({
      comment: 'Changed.',
      photoIds: ids,
    })
    expect((await post(ann, { photos: [] })).body?.data).toMatchObject({ photoIds: [] })
    expect(await database.db.$count(reviewPhotos)).toBe(0)
  })

  test('keeps the approved version with its photos while an edit is pending', async () => {
    const [ann, ada] = [await createAuthor(), await admin()]
    const [keptId = '', droppedId = ''] = await upload(ann, 2)
    const first = getReviewId(await post(ann, { photos: [keptId, droppedId] }))
    await moderate(ada, first, 'approved')
    const before = countFiles()
    const [added = ''] = await upload(ann)
    const second = await post(ann, { photos: [added, keptId], comment: 'After a month.' })
    const [edited, approved] = await mine(ann)
    expect([edited.status, edited.photoIds[0], edited.photos.length]).toEqual(['pending', added, 2])
    expect([approved.status, approved.photoIds]).toEqual(['approved', [keptId, droppedId]])
    const [visible] = await listPublic()
    for (const url of visible.photos) expect(await fetchPhoto(url)).toEqual(isPublic)
    for (const url of edited.photos) expect(await fetchPhoto(url)).toEqual(isPrivate)

    await moderate(ada, getReviewId(second), 'approved')
    const [now] = await listPublic()
    expect(now.photos.map(getFile)).toEqual(edited.photos.map(getFile))
    expect(await fetchPhoto(visible.photos[0])).toEqual(isPublic)
    await eventually(async () => expect(await fetchPhoto(visible.photos[1])).toEqual(notFound))
    expect(countFiles()).toBe(before + 1)
    expect(await broken()).toEqual([])
  })

  test('adds its photos to the QC photos when the author wants it and an admin approves them', async () => {
    const [ann, ada] = [await createAuthor({ name: 'Ann' }), await admin()]
    const ids = await upload(ann, 2)
    const sent = await post(ann, { photos: ids, showWithQc: true })
    expect(sent.body?.data).toMatchObject({ showWithQc: true })
    const [set] = await listQc('pending')
    expect([set.name, set.photos.length, set.isOfReview]).toEqual(['Ann', 2, true])
    await people.moderate(set._id, { status: 'approved' }, ada.headers.authorization)
    expect(await people.countPublicPhotos()).toBe(2)
    expect(await listPublic()).toEqual([])
    for (const url of (await mine(ann))[0].photos) expect(await fetchPhoto(url)).toEqual(isPrivate)

    await moderate(ada, getReviewId(sent), 'approved')
    await people.moderate(set._id, { status: 'denied' }, ada.headers.authorization)
    const [visible] = await listPublic()
    for (const url of visible.photos) expect(await fetchPhoto(url)).toEqual(isPublic)
    expect(await people.countPublicPhotos()).toBe(0)

    await people.moderate(set._id, { status: 'approved' }, ada.headers.authorization)
    await post(ann, { photos: ids.slice(0, 1) })
    expect(await people.countPublicPhotos()).toBe(1)
    await post(ann, { showWithQc: false })
    expect(await people.countPublicPhotos()).toBe(0)
    expect(await database.db.$count(photoSubmissions)).toBe(0)
    expect(await broken()).toEqual([])
  })

  test('can be deleted only by its author, with all versions, photos and files', async () => {
    await aProduct(database.db, { ...key, name: 'Low court sneaker' })
    const [ann, bob, ada] = [await createAuthor(), await createAuthor(), await admin()]
    const before = countFiles()
    const first = await post(ann, { photos: await upload(ann, 2), showWithQc: true })
    await moderate(ada, getReviewId(first), 'approved')
    const [{ photos }] = await listPublic()
    const second = getReviewId(await post(ann, { comment: 'Changed.' }))
    for (const other of [bob, ada]) expect((await remove(other, second)).status).toBe(404)
    expect(
      (await app().send(`${apiBase}/review/deleteReview?review_id=${second}`, { method: 'DELETE' })).status,
    ).toBe(401)
    const done = await remove(ann, second)
    expect([done.status, done.body?.message]).toEqual([200, 'Your review was deleted.'])
    expect([await mine(ann), await listPublic(), await listQc()]).toEqual([[], [], []])
    for (const url of photos) expect(await fetchPhoto(url)).toEqual(notFound)
    expect(countFiles()).toBe(before)
    const { body } = await app().get('/products/getAllProduct')
    expect(Object(body).data).toMatchObject([{ avgRetting: 0, totalReview: 0 }])
    expect((await remove(ann, second)).status).toBe(404)
    expect(await broken()).toEqual([])
  })

  test('accepts only the author’s own uploads, each once, and six at most', async () => {
    const [ann, bob] = [await createAuthor(), await createAuthor()]
    const own = await upload(ann, 7)
    const [foreign = ''] = await upload(bob)
    const [ofBob = ''] = await upload(bob)
    await post(bob, { photos: [ofBob] })
    const replies = [
      [400, own],
      [400, [own[0], own[0]?.toUpperCase()]],
      [400, ['../../etc/passwd']],
      [400, own[0]],
      [409, [own[0], foreign]],
      [409, [own[0], ofBob]],
      [409, ['0198a000-0000-7000-8000-000000000009']],
    ] as const
    for (const [status, photos] of replies) expect((await post(ann, { photos })).status).toBe(status)
    expect(await mine(ann)).toEqual([])
    expect(await database.db.$count(photoUploads)).toBe(8)
    expect((await post(ann, { photos: own.slice(0, 6) })).status).toBe(200)
  })

  test('is stored once when it is sent concurrently', async () => {
    const ann = await createAuthor()
    const photos = await upload(ann, 3)
    const replies = await Promise.all([1, 2, 3].map(() => post(ann, { photos, showWithQc: true })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([await database.db.$count(reviews), await database.db.$count(reviewPhotos)]).toEqual([1, 3])
    expect([await database.db.$count(photoSubmissions), await database.db.$count(qcPhotos)]).toEqual([1, 3])
    expect(await broken()).toEqual([])
  })

  test('loses its photos with the account, and in the sweep when it is not approved; the text stays', async () => {
    const [ann, bob] = [await createAuthor(), await createAuthor()]
    await post(ann, { photos: await upload(ann) })
    await database.db.delete(users).where(eq(users.id, ann.id))
    expect(await database.db.$count(reviewPhotos)).toBe(0)
    await post(bob, { photos: await upload(bob), comment: 'Waits.' })
    const discarded: string[] = []
    const discard = async (image: string) => void discarded.push(image)
    const sweepIn = (days: number) =>
      sweepSubmissions({ db: database.db, discard }, new Date(Date.now() + days * DAY_MS))
    await sweepIn(59)
    expect(discarded).toEqual([])
    await sweepIn(61)
    expect(discarded).toHaveLength(1)
    expect(await mine(bob)).toMatchObject([{ comment: 'Waits.', photos: [] }])
  })

  test('loses a photo that an admin deletes from the QC photos', async () => {
    const [ann, ada] = [await createAuthor(), await admin()]
    const sent = await post(ann, { photos: await upload(ann), showWithQc: true })
    await moderate(ada, getReviewId(sent), 'approved')
    const [{ photos }] = await listPublic()
    const [set] = await listQc()
    await people.delete(set._id, ada.headers.authorization)
    expect(await listPublic()).toMatchObject([{ photos: [] }])
    for (const url of photos) expect(await fetchPhoto(url)).toEqual(notFound)
  })
})
