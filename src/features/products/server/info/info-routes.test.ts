import { describe, expect, test } from 'vitest'
import { productInfos } from '#db/schema.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

describe('product information over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database)
  const info = (query: string) => app().get(`/product-info${query}`)

  test("returns the catalogue's information twice (data and productInfo), with our image URLs", async () => {
    const item = { shopType: 'taobao', itemId: '990000296340' } as const
    const sku = { skuID: '1', specId: '1', name: '深蓝', nameTrans: 'Dark blue', stock: 3, propsID: '1:101' }
    const storedInfo = {
      title: 'Classic denim jacket',
      titleOriginal: '经典牛仔外套',
      price: 179,
      currency: 'CNY',
      imgList: ['demo/denim-jacket/shop-1.webp'],
      skus: [{ ...sku, propsCode: '101', price: 179, imgUrl: 'demo/denim-jacket/shop-2.webp' }],
      productAttr: [
        { attrID: '1', attrTrans: 'Color', values: [{ valueID: '101', valueTrans: 'Dark blue' }] },
      ],
      propsTrans: { Material: '100 % cotton' },
    }
    const fetchedAt = new Date('2026-11-01T08:00:00Z')
    await database.db
      .insert(productInfos)
      .values({ ...item, info: storedInfo, source: 'catalogue', fetchedAt })
    const { body } = await info('?shopType=Tmall&productCode=990000296340')
    const imageUrl = expect.stringMatching(/^\/img\/[\w-]+\/720\/[\w-]+\.webp$/)
    const expectedInfo = {
      ...storedInfo,
      imgList: [imageUrl],
      skus: [{ ...sku, propsCode: '101', price: 179, imgUrl: imageUrl }],
    }
    expect(body).toEqual({
      success: true,
      statusCode: 200,
      message: 'OK',
      data: {
        state: 'known',
        productInfo: expectedInfo,
        shownSku: null,
        kind: { id: 'jacket', category: '104', gramsFrom: 380, gramsTo: 1100 },
        source: 'catalogue',
        sourceLabel: 'catalog',
        fetchedAt: '2026-11-01T08:00:00.000Z',
      },
      productInfo: expectedInfo,
    })
  })

  test('returns the state no-source and null for an unknown item', async () => {
    const { status, body } = await info('?shopType=taobao&productCode=652874751412&forceReload=true')
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        statusCode: 200,
        message: 'OK',
        data: {
          state: 'no-source',
          productInfo: null,
          shownSku: null,
          kind: null,
          source: null,
          sourceLabel: null,
          fetchedAt: null,
        },
        productInfo: null,
      },
    ])
  })

  test.each([
    '?productCode=1',
    '?shopType=taobao',
    '?shopType=ebay&productCode=1',
    '?shopType=taobao&productCode=%2F',
    '?shopType=taobao&productCode=1&forceReload=1',
  ])('returns 400 for %s', async (query) => {
    expect((await info(query)).status).toBe(400)
  })
})
