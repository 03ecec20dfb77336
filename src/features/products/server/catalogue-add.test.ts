import { describe, expect, test } from 'vitest'
import { images, productInfos } from '#db/schema.ts'
import { aReview } from '#support/factories.ts'
import { aForm, agentDraft, aPng } from '#support/forms.ts'
import { sendForm, useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { getRefusal, getReplyData, useCatalogueFixture } from '#test/fixtures/catalogue-fixture.ts'

const wrongPrice = 'Enter the price in yuan, like 239 or 239.50.'

describe('adding to the catalogue over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database)
  const { add, aList, codes, readRow } = useCatalogueFixture(database, app)

  describe('adding', () => {
    test('adds the item at the end with the rating of its public reviews', async () => {
      await aList('a', 'b')
      await aReview(database.db, { itemId: '42', rating: 5 })
      await aReview(database.db, { itemId: '42', rating: 2 })
      await aReview(database.db, { itemId: '42', rating: 1, status: 'pending' })
      await aReview(database.db, { itemId: '42', rating: 1, isPublic: false })
      await aReview(database.db, { itemId: '42', shopType: 'weidian', rating: 1 })
      const details = { weight: 300, shippingTime: 0, dimensions: '4.5 × 4.5X1' }
      const reply = await add({ ...details, price: 19.9, thumbnailImg: '' })
      expect(reply.body).toEqual({
        success: true,
        statusCode: 200,
        message: 'Product added successfully!',
        data: {
          _id: expect.any(String),
          name: 'Canvas tote',
          price: 19.9,
          thumbnailImg: '',
          storeName: 'taobao',
          shopType: 'taobao',
          productCode: '42',
          weight: 300,
          shippingTime: 0,
          dimensions: '4.5x4.5x1',
          onTrend: false,
          serial: 3,
          totalView: 0,
          avgRetting: 3.5,
          avgRating: 3.5,
          totalReview: 2,
          qcCount: 0,
          qcNewest: null,
          qcImage: null,
          qcVariant: null,
          shown: {
            skuId: null,
            name: '',
            pictured: '',
            price: 19.9,
            image: '',
          },
          kind: { id: 'tote', category: '301', gramsFrom: 120, gramsTo: 600 },
          ownKind: null,
          version: 1,
        },
      })
      expect(await codes()).toEqual(['a', 'b', '42'])
    })

    test.each([
      [35, 35],
      [0, 0],
      [19.99, 19.99],
      [8.29, 8.29],
      [9_999_999, 9_999_999],
    ])('stores a price of %d as %d', async (price, savedPrice) => {
      expect(getReplyData(await add({ price })).price).toBe(savedPrice)
    })

    test('stores null for missing and empty details', async () => {
      const details = { weight: '', shippingTime: null }
      expect(getReplyData(await add(details))).toMatchObject({
        weight: null,
        shippingTime: null,
        dimensions: null,
      })
    })

    test('returns 409 for a listed item under another name of its store', async () => {
      expect((await add({ storeName: 'Tmall' })).status).toBe(200)
      expect(getRefusal(await add({}))).toEqual([409, 'Product already exists.', 'PRODUCT_EXISTS'])
      expect((await add({ storeName: '1688' })).status).toBe(200)
      expect((await codes()).length).toBe(2)
    })

    test('adds one of many concurrent requests', async () => {
      const replies = await Promise.all(Array.from({ length: 12 }, () => add({})))
      const statuses = replies.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    })

    test.each([
      ['name', { name: ' ' }, 'name is required.'],
      ['name', { name: 'a\u202eb' }, "This name contains characters we can't accept."],
      ['name', { name: 'x'.repeat(301) }, 'name may have 300 characters at most.'],
      ['price', { price: '35' }, 'price must be a number.'],
      ['price', { price: -1 }, 'price must be 0 at least.'],
      ['price', { price: 10_000_000 }, 'price may be 9999999 at most.'],
      ['price', { price: 1.005 }, wrongPrice],
      ['price', { price: 1.999 }, wrongPrice],
      ['price', { price: 0.001 }, wrongPrice],
      ['storeName', { storeName: 'ebay' }, 'Unknown marketplace.'],
      ['productCode', { productCode: '../1' }, 'Invalid product code.'],
      ['dimensions', { dimensions: '4x4' }, 'Dimensions must look like 4.5x4.5x1'],
      ['dimensions', { dimensions: '0x4x4' }, 'Dimensions must look like 4.5x4.5x1'],
      ['thumbnailImg', { thumbnailImg: 'javascript:alert(1)' }, "We can't show this image."],
    ])('returns 400 for an invalid %s: %j', async (field, fields, message) => {
      const reply = await add(fields)
      expect([reply.status, reply.body?.errors]).toEqual([400, [{ field, message }]])
      expect(await codes()).toEqual([])
    })

    test.each([
      { weight: 0 },
      { weight: 1.5 },
      { weight: '300' },
      { shippingTime: -1 },
      { shippingTime: 366 },
    ])('returns 400 for %j', async (fields) => {
      const reply = await add(fields)
      const [field, message] =
        'weight' in fields
          ? ['weight', 'Enter the weight in whole grams, 1 to 1,000,000.']
          : ['shippingTime', 'Enter the shipping time in whole days, 0 to 365.']
      expect([reply.status, reply.body?.errors]).toEqual([400, [{ field, message }]])
    })
  })

  describe('the price of an item with stored information', () => {
    /** Stores information with these prices, adds the item, and returns the prices of its page, the item's own first. */
    async function readPricesAfterAdding(
      price: number,
      source: string,
      [base, ...skuPrices]: (number | null)[],
    ) {
      const sku = { specId: '', nameTrans: '', imgUrl: '', stock: 3, propsID: '', propsCode: '' }
      const skus = skuPrices.map((skuPrice, index) => ({
        ...sku,
        skuID: `${index}`,
        name: `${index}`,
        price: skuPrice,
      }))
      const head = { title: 'Tee', titleOriginal: '', price: base ?? null, currency: 'CNY', imgList: [] }
      const info = { ...head, skus, productAttr: [], propsTrans: {} }
      await database.db.insert(productInfos).values({ shopType: 'taobao', itemId: '42', source, info })
      expect((await add({ price })).status).toBe(200)
      const pageInfo = getReplyData(
        await app().get('/product-info?shopType=taobao&productCode=42'),
      ).productInfo
      return [pageInfo.price, ...pageInfo.skus.map((sku: { price: number | null }) => sku.price)]
    }

    test.each([
      [70, [59, 59, 62, null], [70, 70, 73, null]],
      [59, [59, 59, 62.1, null], [59, 59, 62.1, null]],
      [0.1, [0.3, 0.3, 3.5], [0.1, 0.1, 3.3]],
      // A variant that would cost nothing gets the item's price.
      [50, [59, 9], [50, 50]],
      [50, [null, 62], [50, 62]],
    ])(
      'is shifted when the item is added at %d: %j becomes %j',
      async (price, storedPrices, expectedPrices) => {
        expect(await readPricesAfterAdding(price, 'catalogue', storedPrices)).toEqual(expectedPrices)
      },
    )

    test('is not changed in the information of an outside source', async () => {
      expect(await readPricesAfterAdding(70, 'storefront', [59, 62])).toEqual([59, 62])
    })
  })

  describe('the picture of an added item', () => {
    async function addWithThumbnail(thumbnailImg: string) {
      const data = getReplyData(await add({ thumbnailImg }))
      return { source: (await readRow(data._id))?.thumbnail, url: data.thumbnailImg }
    }

    test.each([
      ['https://img.alicdn.com/a.jpg', 'https://img.alicdn.com/a.jpg'],
      ['//img.alicdn.com/a.jpg', 'https://img.alicdn.com/a.jpg'],
    ])('stores the source of %s and returns a URL of ours', async (raw, source) => {
      const added = await addWithThumbnail(raw)
      expect(added).toEqual({ source, url: expect.stringMatching(/^\/img\/[\w-]+\/720\/[\w-]+\.webp$/) })
      expect((await database.db.select().from(images)).map((image) => image.source)).toEqual([source])
    })

    test('resolves a URL of ours at any width to its picture', async () => {
      const first = await addWithThumbnail('https://img.alicdn.com/a.jpg')
      const again = { thumbnailImg: first.url.replace('/720/', '/96/'), productCode: '43' }
      const data = getReplyData(await add(again))
      expect([data.thumbnailImg, (await readRow(data._id))?.thumbnail]).toEqual([first.url, first.source])
    })

    test('keeps a path of our own static files', async () => {
      const path = '/agents/cnfans.svg'
      expect(await addWithThumbnail(path)).toEqual({ source: path, url: path })
    })

    test.each([
      'https://pictures.example/a.jpg',
      'https://alicdn.com.example/a.jpg',
      'https://user@img.alicdn.com/a.jpg',
      'data:image/png;base64,AAAA',
      'demo/tote/shop-1.webp',
      '//pictures.example/a.jpg',
      '/\\pictures.example/a.jpg',
      '/\t/pictures.example/a.jpg',
      '/a/..//pictures.example',
      '/.env',
      '/img/AAAAAAAAAAAAAAAAAAAAAA/720/AAAAAAAAAAAAAAAAAAAAAA.webp',
      '/img/x.webp',
    ])('returns 400 for %s', async (thumbnailImg) => {
      const reply = await add({ thumbnailImg })
      const message = "We can't show this image."
      expect(reply.body).toMatchObject({
        statusCode: 400,
        message,
        errors: [{ field: 'thumbnailImg', message }],
      })
      expect(await codes()).toEqual([])
    })

    test("returns 400 for an agent's uploaded picture, which is deleted with the agent's next picture", async () => {
      const form = await aForm(agentDraft, { bytes: await aPng() })
      const agent = getReplyData(await sendForm(app(), '/agent/createAgent', form))
      expect(agent.img).toMatch(/^\/img\//)
      expect(getRefusal(await add({ thumbnailImg: agent.img }))).toEqual([
        400,
        "We can't show this image.",
        'INVALID_INPUT',
      ])
      expect(await codes()).toEqual([])
    })

    test('returns 400 for a URL of ours without a picture', async () => {
      const { url } = await addWithThumbnail('https://img.alicdn.com/a.jpg')
      await database.db.delete(images)
      expect((await add({ productCode: '43', thumbnailImg: url })).status).toBe(400)
    })
  })
})
