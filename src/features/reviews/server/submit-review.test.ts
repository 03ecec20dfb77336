import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { images, limitCounters, productInfos, reviews, users } from '#db/schema.ts'
import { verifyData } from '#operations/verify.ts'
import { aProduct } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createReviewFixture, getReviewId } from '#test/fixtures/review-fixture.ts'

const incomplete = 'Please enter a comment and select a rating.'

describe('submitting a review', () => {
  const database = useDatabase()
  const app = useApp(database)
  const { key, createAuthor, admin, post, moderate, publicComments, rating, listVersions } =
    createReviewFixture(database, app)

  test('a new review is pending, with the name of the account', async () => {
    const author = await createAuthor({ name: 'Mat Ruler' })
    const claims = { name: 'Ada Admin', status: 'approved', userId: 'x', createdAt: '2020-01-01', _id: 'x' }
    const reply = await post(author, claims)
    expect(reply.body).toEqual({
      success: true,
      statusCode: 200,
      message: 'Review Submitted!',
      data: {
        _id: expect.stringMatching(/^[\da-f-]{36}$/),
        name: 'Mat Ruler',
        comment: 'True to size.',
        rating: 4,
        status: 'pending',
        createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
        timestamp: Object(reply.body?.data).createdAt,
        productName: '',
        product_img: '',
        product_code: '9900661650',
        store_name: 'weidian',
        photos: [],
        photoIds: [],
        showWithQc: false,
      },
    })
    expect(await listVersions(author)).toMatchObject([
      { status: 'pending', isPublic: false, author: 'Mat Ruler' },
    ])
    expect(await publicComments()).toEqual([])
  })

  test.each([
    ['without a token', undefined, 401, 'Unauthorized. Please log in.'],
    ['by an admin', admin, 403, 'Admin cannot add review'],
  ])('returns an error %s', async (_how, by, status, message) => {
    const author = by ? await by() : { id: '', name: '', headers: { authorization: '' } }
    expect(await post(author)).toMatchObject({ status, body: { message } })
    expect(await database.db.$count(reviews)).toBe(0)
    expect(await database.db.$count(limitCounters)).toBe(0)
  })

  test('returns the input error of an admin’s review first, as for other users', async () => {
    const author = await admin()
    expect(await post(author, { rating: 0 })).toMatchObject({ status: 400, body: { message: incomplete } })
  })

  test.each([
    ['no comment', { comment: undefined }, incomplete],
    ['an empty comment', { comment: '' }, incomplete],
    ['blanks', { comment: ' \n\t\u00a0\u3000 ' }, incomplete],
    ['marks of no width', { comment: '\u200b\u200d\u2060\ufeff\u00ad' }, incomplete],
    ['fillers that no font draws', { comment: '\u2800\u3164\uffa0\u115f' }, incomplete],
    ['2,001 characters', { comment: 'x'.repeat(2001) }, 'Keep your comment to 2,000 characters.'],
    ['a text that turns around', { comment: 'Good \u202eelpmas' }, 'This comment cannot be used.'],
    ['an isolating mark', { comment: 'Good \u2066sample' }, 'This comment cannot be used.'],
    ['a NUL', { comment: 'Good\u0000' }, 'This comment cannot be used.'],
    ['half a character', { comment: 'Good \ud800' }, 'This comment cannot be used.'],
    ['a list for a comment', { comment: ['Good'] }, 'comment may be given only once.'],
    ['no rating', { rating: undefined }, incomplete],
    ['0 stars', { rating: 0 }, incomplete],
    ['-1 star', { rating: -1 }, incomplete],
    ['6 stars', { rating: 6 }, incomplete],
    ['10 stars', { rating: 10 }, incomplete],
    ['half a star', { rating: 4.5 }, incomplete],
    ['stars as text', { rating: '5' }, incomplete],
    ['stars that are no number', { rating: Number.NaN }, incomplete],
    ['no store', { store_name: undefined }, 'store_name is required.'],
    ['an unknown store', { store_name: 'ebay' }, 'Unknown marketplace.'],
    ['a code with a path', { product_code: '../1' }, 'Invalid product code.'],
    ['an object for a name', { productName: { $ne: null } }, 'productName must be text.'],
  ])('returns 400 for %s, and stores and counts nothing', async (_what, fields, message) => {
    expect(await post(await createAuthor(), fields)).toMatchObject({ status: 400, body: { message } })
    expect(await database.db.$count(reviews)).toBe(0)
    expect(await database.db.$count(limitCounters)).toBe(0)
  })

  test.each([
    ['line breaks', ' First.\r\n\tSecond. ', 'First.\r\n\tSecond.'],
    ['markup', '<script>alert(1)</script>&lt;b&gt;', '<script>alert(1)</script>&lt;b&gt;'],
    ['a formula', '=HYPERLINK("https://evil.example")', '=HYPERLINK("https://evil.example")'],
    ['2,000 characters', 'x'.repeat(2000), 'x'.repeat(2000)],
    ['other scripts', 'Отлично 👍🏽 很好 ممتاز', 'Отлично 👍🏽 很好 ممتاز'],
  ])('stores %s unchanged', async (_what, comment, expected) => {
    const author = await createAuthor()
    expect(await post(author, { comment })).toMatchObject({
      status: 200,
      body: { data: { comment: expected } },
    })
    expect(await listVersions(author)).toMatchObject([{ comment: expected }])
  })

  describe('the name and image of the item', () => {
    const claims = { productName: 'A bargain!!!', product_img: 'https://evil.example/pixel.png' }
    const readItem = async () => {
      const [row] = await database.db.select().from(reviews)
      return [row?.productName, row?.productImage]
    }
    const info = {
      title: 'From a source',
      titleOriginal: '',
      price: 59,
      currency: 'CNY',
      imgList: ['https://img.alicdn.com/a.jpg', 'https://img.alicdn.com/b.jpg'],
      skus: [],
      productAttr: [],
      propsTrans: {},
    }

    test('come from the catalog', async () => {
      await aProduct(database.db, { ...key, name: 'Low court sneaker', thumbnail: 'demo/low/shop-1.webp' })
      await database.db.insert(productInfos).values({ ...key, info, source: 'storefront' })
      await post(await createAuthor(), claims)
      expect(await readItem()).toEqual(['Low court sneaker', 'demo/low/shop-1.webp'])
    })

    test('come from stored information for an item outside of the catalog', async () => {
      await aProduct(database.db, { ...key, position: null, deletedAt: new Date() })
      await database.db.insert(productInfos).values({ ...key, info, source: 'storefront' })
      await post(await createAuthor(), claims)
      expect(await readItem()).toEqual(['From a source', 'https://img.alicdn.com/a.jpg'])
    })

    test.each([
      ['of another host', 'https://evil.example/pixel.png', ''],
      ['of a host with a similar name', 'https://alicdn.com.evil.example/a.jpg', ''],
      ['with an account in it', 'https://a:b@img.alicdn.com/a.jpg', ''],
      ['that is a script', 'javascript:alert(1)', ''],
      ['that is data', 'data:image/svg+xml,<svg/>', ''],
      ['of an internal host', 'http://169.254.169.254/latest', ''],
      ['of a marketplace', 'http://img.alicdn.com/a.jpg', 'https://img.alicdn.com/a.jpg'],
    ])(
      'else those of the client, of which a picture %s is shown or not',
      async (_what, product_img, image) => {
        const productName = ' A \u202ebargain\u0000\n<b>!!!</b>\ud800 '
        const { body } = await post(await createAuthor(), { productName, product_img })
        expect(await readItem()).toEqual(['A bargain <b>!!!</b>', image])
        expect(body?.data).toMatchObject({ product_img: image && expect.stringMatching(/^\/img\//) })
        expect(await database.db.$count(images)).toBe(image ? 1 : 0)
      },
    )

    test('a long name from the client is truncated', async () => {
      await post(await createAuthor(), { productName: '👟'.repeat(1000) })
      expect(await readItem()).toEqual(['👟'.repeat(300), ''])
    })
  })

  describe('a second review of the same item', () => {
    test('replaces a pending one', async () => {
      const author = await createAuthor()
      const first = await post(author, { comment: 'First thought.', rating: 2 })
      const second = await post(author, { comment: 'Second thought.', rating: 5 })
      expect([second.status, second.body?.message, getReviewId(second)]).toEqual([
        200,
        'Review Submitted!',
        getReviewId(first),
      ])
      const [row, ...others] = await listVersions(author)
      expect([row, others]).toMatchObject([{ comment: 'Second thought.', rating: 5, status: 'pending' }, []])
      expect(row?.createdAt.toISOString()).toBe(Object(second.body?.data).createdAt)
      expect(Object(second.body?.data).createdAt > Object(first.body?.data).createdAt).toBe(true)
    })

    test('replaces a denied one', async () => {
      const author = await createAuthor()
      const id = getReviewId(await post(author, { comment: 'Rude.' }))
      await moderate(await admin(), id, 'denied')
      await post(author, { comment: 'Polite.' })
      expect(await listVersions(author)).toMatchObject([{ id, comment: 'Polite.', status: 'pending' }])
    })

    test('keeps the approved one public while it is pending', async () => {
      await aProduct(database.db, key)
      const author = await createAuthor()
      await moderate(
        await admin(),
        getReviewId(await post(author, { comment: 'Approved.', rating: 5 })),
        'approved',
      )
      await post(author, { comment: 'An edit.', rating: 1 })
      await post(author, { comment: 'The edit of an edit.', rating: 2 })
      expect(await listVersions(author)).toMatchObject([
        { comment: 'Approved.', status: 'approved', isPublic: true },
        { comment: 'The edit of an edit.', status: 'pending', isPublic: false },
      ])
      expect([await publicComments(), await rating()]).toEqual([['Approved.'], [5, 1]])
    })

    test('replaces the pending version, even when an admin set an older one to pending', async () => {
      const [author, moderator] = [await createAuthor(), await admin()]
      const old = getReviewId(await post(author, { comment: 'Old.' }))
      await moderate(moderator, old, 'approved')
      const newer = getReviewId(await post(author, { comment: 'Newer.' }))
      await moderate(moderator, newer, 'approved')
      await moderate(moderator, old, 'pending')
      expect(getReviewId(await post(author, { comment: 'Newest.' }))).toBe(old)
      expect(await publicComments()).toEqual(['Newer.'])
      await moderate(moderator, old, 'approved')
      expect(await publicComments()).toEqual(['Newest.'])
    })

    test('does not replace a review of another marketplace or another user', async () => {
      const author = await createAuthor()
      for (const by of [author, await createAuthor()])
        for (const store_name of ['taobao', '1688']) expect((await post(by, { store_name })).status).toBe(200)
      expect(await database.db.$count(reviews)).toBe(4)
    })
  })

  test('ten concurrent reviews leave one', async () => {
    const author = await createAuthor()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => post(author, { comment: `Click ${at}.` })),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(getReviewId)).size).toBe(1)
    expect(await listVersions(author)).toHaveLength(1)
    expect(await verifyData(database.db)).toEqual([])
  })

  test('each account may send ten reviews in an hour, for any items', async () => {
    const [author, other] = [await createAuthor(), await createAuthor()]
    for (let count = 0; count < 10; count += 1)
      expect((await post(author, { product_code: String(count) })).status).toBe(200)
    const reply = await post(author, { product_code: '10' })
    expect(reply).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Please try again later.' },
    })
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3500)
    expect(await database.db.$count(reviews)).toBe(10)
    expect((await post(other)).status).toBe(200)
  })

  test('returns 401 when the account was deleted meanwhile, and keeps its earlier reviews', async () => {
    const author = await createAuthor()
    await moderate(await admin(), getReviewId(await post(author, { comment: 'Approved.' })), 'approved')
    await post(author, { comment: 'Waiting.' })
    await database.db.delete(users).where(eq(users.id, author.id))
    expect((await post(author)).status).toBe(401)
    expect(await publicComments()).toEqual(['Approved.'])
    expect(await database.db.select().from(reviews)).toMatchObject([{ userId: null }, { userId: null }])
    expect(await verifyData(database.db)).toEqual([])
  })
})
