import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { products, securityEvents, users } from '#db/schema.ts'
import { verifyData } from '#operations/verify.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import { aProduct, aReview } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createReviewFixture, getReviewId, type Reviewer } from '#test/fixtures/review-fixture.ts'

const unknownId = '0198a000-0000-7000-8000-000000000001'

describe('moderating reviews', () => {
  const database = useDatabase()
  const app = useApp(database)
  const { key, createAuthor, admin, post, moderate, publicComments, rating, listVersions } =
    createReviewFixture(database, app)

  const events = () =>
    database.db
      .select({ details: securityEvents.details })
      .from(securityEvents)
      .where(eq(securityEvents.type, 'review-moderated'))

  /** Creates versions of an author's review; each is approved before the next is written. */
  async function approvedVersions(moderator: Reviewer, comments: string[]): Promise<string[]> {
    const author = await createAuthor()
    const ids: string[] = []
    for (const comment of comments) {
      const id = getReviewId(await post(author, { comment, rating: ids.length + 1 }))
      await moderate(moderator, id, 'approved')
      ids.push(id)
    }
    return ids
  }

  test.each(['approved', 'denied', 'pending'] as const)('sets the status %s', async (status) => {
    const { id } = await aReview(database.db, { ...key, status: status === 'pending' ? 'denied' : 'pending' })
    const reply = await moderate(await admin(), id, status)
    expect(reply).toMatchObject({
      status: 200,
      body: { message: `Review status changed to "${status}"`, data: { _id: id, status } },
    })
  })

  test.each([
    ['an unknown status', '&status=hidden', 400, 'status must be one of: pending, approved, denied.'],
    ['no status', '', 400, 'status must be one of: pending, approved, denied.'],
  ])('returns an error for %s', async (_what, query, status, message) => {
    const { id } = await aReview(database.db, { ...key, status: 'pending' })
    const { headers } = await admin()
    const path = `/api/v1/review/approveOrDenyReview?review_id=${id}${query}`
    const reply = await app().send(path, { method: 'PATCH', headers })
    expect([reply.status, Object(reply.body).errors[0].message]).toEqual([status, message])
  })

  test('changes no review without an id', async () => {
    await aReview(database.db, { ...key, status: 'pending' })
    const { headers } = await admin()
    for (const query of [
      '',
      '&review_id=',
      '&review_id=x',
      `&review_id=${unknownId}&review_id=${unknownId}`,
    ]) {
      const path = `/api/v1/review/approveOrDenyReview?status=approved${query}`
      expect((await app().send(path, { method: 'PATCH', headers })).status).toBe(400)
    }
    expect(await publicComments()).toEqual([])
  })

  test('returns 404 for an unknown review', async () => {
    expect(await moderate(await admin(), unknownId, 'approved')).toMatchObject({
      status: 404,
      body: { message: 'This review no longer exists.' },
    })
  })

  test('updates ratings, counts and cached lists with each change', async () => {
    await aProduct(database.db, key)
    const moderator = await admin()
    const [one, other] = [await createAuthor(), await createAuthor()]
    const first = getReviewId(await post(one, { comment: 'Good.', rating: 5 }))
    const second = getReviewId(await post(other, { comment: 'Poor.', rating: 2 }))
    expect([await rating(), await publicComments()]).toEqual([[0, 0], []])
    const steps: [string, ModerationStatus, unknown, string[]][] = [
      [first, 'approved', [5, 1], ['Good.']],
      [second, 'approved', [3.5, 2], ['Poor.', 'Good.']],
      [second, 'approved', [3.5, 2], ['Poor.', 'Good.']],
      [first, 'denied', [2, 1], ['Poor.']],
      [first, 'pending', [2, 1], ['Poor.']],
      [second, 'pending', [0, 0], []],
      [first, 'approved', [5, 1], ['Good.']],
    ]
    for (const [id, status, average, comments] of steps) {
      expect((await moderate(moderator, id, status)).status).toBe(200)
      expect([await rating(), await publicComments()]).toEqual([average, comments])
      const { body } = await app().get('/products/findProductById?productCode=9900661650')
      expect([Object(body?.data).avgRating, Object(body?.data).totalReview]).toEqual(average)
    }
    expect(await verifyData(database.db)).toEqual([])
  })

  test('a newer approved version replaces the public one, which returns when the newer is denied', async () => {
    await aProduct(database.db, key)
    const moderator = await admin()
    const [, newer = ''] = await approvedVersions(moderator, ['First.', 'Second.'])
    expect([await publicComments(), await rating()]).toEqual([['Second.'], [2, 1]])
    await moderate(moderator, newer, 'denied')
    expect([await publicComments(), await rating()]).toEqual([['First.'], [1, 1]])
  })

  test('does not list replaced versions for admins', async () => {
    const moderator = await admin()
    await approvedVersions(moderator, ['First.', 'Second.', 'Third.'])
    for (const query of ['', '?status=approved', '?product_code=9900661650']) {
      const reply = await app().get(`/review/findReview${query}`, moderator.headers)
      expect(reply.body?.data).toMatchObject([{ comment: 'Third.' }])
      expect(reply.headers['x-total-count']).toBe('1')
    }
  })

  test('the newest approved version is public after any order of decisions', async () => {
    await aProduct(database.db, key)
    const moderator = await admin()
    const ids = await approvedVersions(moderator, ['1', '2', '3'])
    const orders = [0, 1, 2].flatMap((a) => [0, 1, 2].flatMap((b) => [0, 1, 2].map((c) => [a, b, c])))
    const outcomes: [ModerationStatus[], string[]][] = [
      [['approved', 'approved', 'denied'], ['2']],
      [['approved', 'denied', 'denied'], ['1']],
      [['denied', 'approved', 'pending'], ['2']],
      [['denied', 'denied', 'denied'], []],
      [['pending', 'denied', 'approved'], ['3']],
    ]
    for (const [wanted, comments] of outcomes)
      for (const order of orders.filter((permutation) => new Set(permutation).size === 3)) {
        for (const index of [2, 1, 0]) await moderate(moderator, ids[index] ?? '', 'denied')
        for (const index of [0, 1, 2]) await moderate(moderator, ids[index] ?? '', 'approved')
        for (const index of order) await moderate(moderator, ids[index] ?? '', wanted[index] ?? 'denied')
        expect([order, await publicComments()]).toEqual([order, comments])
      }
    expect(await verifyData(database.db)).toEqual([])
  })

  test('returns 409 when a second version would be pending', async () => {
    const [moderator, author] = [await admin(), await createAuthor()]
    const old = getReviewId(await post(author, { comment: 'Old.' }))
    await moderate(moderator, old, 'approved')
    await post(author, { comment: 'New.' })
    expect(await moderate(moderator, old, 'pending')).toMatchObject({
      status: 409,
      body: { message: 'Another version of this review is already pending.' },
    })
    expect(await listVersions(author)).toMatchObject([{ isPublic: true }, { status: 'pending' }])
    expect(await events()).toHaveLength(1)
  })

  test('returns 409 when the author changed the review after the admin read it', async () => {
    const [moderator, author] = [await admin(), await createAuthor()]
    const read = await post(author, { comment: 'Harmless.' })
    await post(author, { comment: 'Buy at evil.example.' })
    const seen = `&seen=${Object(read.body?.data).createdAt}`
    expect(await moderate(moderator, getReviewId(read), 'approved', seen)).toMatchObject({
      status: 409,
      body: { message: 'The author has changed this review. Please reload.' },
    })
    expect(await publicComments()).toEqual([])
    const [now] = await listVersions(author)
    const seenNow = `&seen=${now?.createdAt.toISOString()}`
    expect((await moderate(moderator, getReviewId(read), 'approved', seenNow)).status).toBe(200)
    expect(await publicComments()).toEqual(['Buy at evil.example.'])
  })

  test('returns 409 and changes nothing when a newer approved version replaced the review', async () => {
    const [moderator, author] = [await admin(), await createAuthor()]
    const first = await post(author, { comment: 'First words.' })
    await moderate(moderator, getReviewId(first), 'approved')
    const second = await post(author, { comment: 'Second words.' })
    await moderate(moderator, getReviewId(second), 'approved')
    const before = await listVersions(author)
    expect(await moderate(moderator, getReviewId(first), 'approved')).toMatchObject({
      status: 409,
      body: { code: 'REVIEW_SUPERSEDED', message: 'A newer version of this review is approved.' },
    })
    expect(await listVersions(author)).toEqual(before)
    expect((await moderate(moderator, getReviewId(second), 'approved')).status).toBe(200)
    expect(await publicComments()).toEqual(['Second words.'])
  })

  test('records an event only for a change', async () => {
    const { id } = await aReview(database.db, { ...key, status: 'pending' })
    const moderator = await admin()
    for (const status of ['approved', 'approved', 'denied', 'denied', 'pending'] as const)
      await moderate(moderator, id, status)
    expect((await events()).map(({ details }) => `${details.old} ${details.new}`)).toEqual([
      'pending approved',
      'approved denied',
      'denied pending',
    ])
  })

  test('reviews without an account do not replace each other', async () => {
    await aProduct(database.db, key)
    const moderator = await admin()
    const fields = { ...key, status: 'pending', rating: 4 } as const
    const first = await aReview(database.db, { ...fields, comment: 'One.' })
    const second = await aReview(database.db, { ...fields, comment: 'Two.', rating: 5 })
    await moderate(moderator, first.id, 'approved')
    await moderate(moderator, second.id, 'approved')
    expect(await publicComments()).toEqual(['Two.', 'One.'])
    await moderate(moderator, first.id, 'denied')
    expect([await publicComments(), await rating()]).toEqual([['Two.'], [5, 1]])
  })

  test('reviews of deleted accounts stay and can be moderated', async () => {
    await aProduct(database.db, key)
    const [moderator, author] = [await admin(), await createAuthor()]
    const id = getReviewId(await post(author, { comment: 'Stays.', rating: 3 }))
    await moderate(moderator, id, 'approved')
    await database.db.delete(users).where(eq(users.id, author.id))
    expect(await verifyData(database.db)).toEqual([])
    await moderate(moderator, id, 'denied')
    expect([await publicComments(), await rating()]).toEqual([[], [0, 0]])
    await moderate(moderator, id, 'approved')
    expect([await publicComments(), await rating()]).toEqual([['Stays.'], [3, 1]])
  })

  test('recomputes the rating of the review’s item only', async () => {
    const other = await aProduct(database.db, { ...key, shopType: 'taobao', ratingSum: 9, reviewCount: 2 })
    const gone = { ...key, position: null, deletedAt: new Date(), ratingSum: 7, reviewCount: 2 }
    await aProduct(database.db, gone)
    const { id } = await aReview(database.db, { ...key, status: 'pending' })
    expect((await moderate(await admin(), id, 'approved')).status).toBe(200)
    expect(await database.db.select().from(products).orderBy(products.ratingSum)).toMatchObject([
      { ratingSum: 7, reviewCount: 2 },
      { id: other.id, ratingSum: 9, reviewCount: 2 },
    ])
  })

  test('concurrent decisions and reviews leave correct numbers', async () => {
    await aProduct(database.db, key)
    const [one, other] = [await admin(), await admin()]
    const authors = await Promise.all([createAuthor(), createAuthor()])
    const ids = await Promise.all(authors.map(async (author) => getReviewId(await post(author))))
    const requests = Array.from({ length: 8 }, (_, at) => [
      moderate(at % 2 ? one : other, ids[at % 2] ?? '', at % 3 ? 'approved' : 'denied'),
      post(at % 2 ? authors[0] : authors[1], { rating: 1 + (at % 5) }),
    ])
    const replies = await Promise.all(requests.flat())
    expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    )
    expect(await verifyData(database.db)).toEqual([])
  })
})
