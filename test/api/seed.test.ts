import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { agents, images, productInfos, products, qcPhotos, reviews } from '#db/schema.ts'
import { findDefaultAgent } from '#features/agents/agent-choice.ts'
import { agent as agentShape } from '#features/agents/contract.ts'
import { createAgentService } from '#features/agents/server/service.ts'
import { createUploads } from '#features/images/server/uploads/uploads.ts'
import { exampleLinks } from '#features/product-links/examples.ts'
import { parseLink } from '#features/product-links/parse-link.ts'
import { infoResult } from '#features/products/contract.ts'
import { createProductService } from '#features/products/server/service.ts'
import { verifyData } from '#operations/verify.ts'
import { getImageUrl } from '#shared/image-urls.ts'
import { productInfo } from '#shared/items/product-info.ts'
import { aProduct } from '#support/factories.ts'
import { anApp } from '#test/api.ts'
import { emptyAll, useDatabase } from '#test/database.ts'
import { seedDemo } from '../../db/seed.ts'

const mediaDir = mkdtempSync(join(tmpdir(), 'media-'))
afterAll(() => rmSync(mediaDir, { recursive: true, force: true }))

describe('the demo catalogue', () => {
  const database = useDatabase()
  const seed = () => seedDemo(database.db, { mediaDir })
  const listing = () =>
    createProductService({
      db: database.db,
      pictures: { toImageUrl: (source) => source },
      freightTo: async () => () => null,
      claims: { isLoopback: true, confirmed: [] },
    }).list({})

  async function counts(): Promise<number[]> {
    const tables = [products, productInfos, qcPhotos, reviews, agents, images]
    return Promise.all(tables.map((table) => database.db.$count(table)))
  }

  test('fills an empty database, keeps every rule of the data, and does nothing a second time', async () => {
    const lines: string[] = []
    expect(await seedDemo(database.db, { mediaDir, log: (line) => lines.push(line) })).toBe(true)
    expect(lines).toHaveLength(1)
    const filled = await counts()
    expect(filled.slice(0, 2)).toEqual([62, 62])
    expect(filled[4]).toBe(9)
    expect(filled[5]).toBe(585)
    expect(await verifyData(database.db)).toEqual([])
    expect(await seed()).toBe(false)
    expect(await counts()).toEqual(filled)
  })

  test('leaves a database alone that holds anything, even what was deleted', async () => {
    await aProduct(database.db, { position: null, deletedAt: new Date() })
    expect(await seed()).toBe(false)
    expect(await counts()).toEqual([1, 0, 0, 0, 0, 0])
  })

  test('of two at once one fills it', async () => {
    expect((await Promise.all([seed(), seed()])).toSorted()).toEqual([false, true])
    expect(await database.db.$count(products)).toBe(62)
  })

  test('copies every picture that a row names, and none that is there', async () => {
    const changed = join(mediaDir, 'demo/court-low-sneaker/shop-1.webp')
    await seed()
    for (const { source } of await database.db.select().from(images))
      expect(statSync(join(mediaDir, source)).size).toBeGreaterThan(1000)
    writeFileSync(changed, "the operator's own")
    await emptyAll(database.db)
    const isSeeded = await seed()
    const { size } = statSync(changed)
    rmSync(changed)
    expect([isSeeded, size]).toEqual([true, "the operator's own".length])
  })

  test('leads with shoes and outerwear among twelve trending items', async () => {
    await seed()
    const { items } = await listing()
    const trending = items.filter(({ onTrend }) => onTrend)
    expect(trending).toEqual(items.slice(0, 12))
    expect(trending.slice(0, 4).map(({ name }) => name)).toEqual([
      'Low court sneaker with suede toe',
      'Quilted down jacket with stand-up collar',
      'Runner with mesh and suede panels',
      'Two-tone windbreaker',
    ])
  })

  test('shows every state of a product page', async () => {
    await seed()
    const { items } = await listing()
    const rows = await database.db.select().from(productInfos)
    const infos = rows.map(({ info }) => productInfo.parse(info))
    const skus = infos.flatMap((info) => info.skus)
    const having = <T>(list: T[], test: (one: T) => boolean) => list.filter(test).length
    expect({
      unmeasured: having(items, ({ weight, dimensions }) => weight === null && dimensions === null),
      withoutQc: having(items, ({ qcCount }) => qcCount === 0),
      withoutProperties: having(infos, ({ propsTrans }) => Object.keys(propsTrans).length === 0),
      withOnePicture: having(infos, ({ imgList }) => imgList.length === 1),
      withUnknownStock: having(infos, (info) => info.skus.every(({ stock }) => stock === null)),
    }).toEqual({ unmeasured: 3, withoutQc: 2, withoutProperties: 1, withOnePicture: 1, withUnknownStock: 1 })
    expect(having(infos, ({ imgList }) => imgList.length > 4)).toBeGreaterThan(10)
    expect(having(infos, ({ imgList }) => imgList.length === 4)).toBeGreaterThan(10)
    expect(having(skus, ({ stock }) => stock === 0)).toBeGreaterThan(20)
    expect(having(infos, isIncomplete)).toBeGreaterThan(10)
    expect(having(items, ({ totalReview }) => totalReview >= 12)).toBe(8)
    expect(having(items, ({ totalReview }) => totalReview === 0)).toBe(9)
    expect(new Set((await database.db.select().from(reviews)).map(({ status }) => status)).size).toBe(3)
  })

  test('every variant can be chosen by its attributes, and the first one can be had', async () => {
    await seed()
    for (const { info } of await database.db.select().from(productInfos)) {
      const valid = new Set(
        info.productAttr.flatMap(({ attrID, values }) => values.map(({ valueID }) => `${attrID}:${valueID}`)),
      )
      for (const { propsID } of info.skus) {
        expect(propsID.split(';')).toHaveLength(info.productAttr.length)
        expect(propsID.split(';').filter((pair) => !valid.has(pair))).toEqual([])
      }
      expect(new Set(info.skus.map(({ skuID }) => skuID)).size).toBe(info.skus.length)
      expect(info.skus[0]?.stock).not.toBe(0)
    }
  })

  test('the same product is never reviewed twice by one name, nor in the same words', async () => {
    await seed()
    const rows = await database.db.select().from(reviews)
    for (const key of ['author', 'comment'] as const) {
      const seen = rows.map((row) => `${row.shopType} ${row.itemId} ${row[key]}`)
      expect(new Set(seen).size).toBe(seen.length)
    }
    expect(rows.filter(({ createdAt }) => createdAt.getTime() > Date.now())).toEqual([])
  })

  test('the agents have links that our own parser understands, and marks that exist', async () => {
    await seed()
    const { db } = database
    const pictures = { toImageUrl: (source: string) => source, register: async () => {} }
    const uploads = createUploads({ db, mediaDir, log: console })
    const all = await createAgentService({ db, pictures, uploads }).list()
    expect(all.map(({ active }) => active)).toEqual([...Array.from({ length: 8 }, () => true), false])
    for (const { name, img, to, offer } of all.map((one) => agentShape.parse(one))) {
      expect(existsSync(new URL(`../../public${img}`, import.meta.url))).toBe(true)
      expect(offer).toContain(`${name.toLowerCase()}.com · Taobao`)
      for (const shopType of ['taobao', 'weidian', 'ali_1688'] as const) {
        const link = to[shopType].replace('{id}', '9900661650')
        if (link === '') continue
        expect(parseLink(link)).toMatchObject({
          ok: true,
          shopType,
          id: '9900661650',
          agent: name.toLowerCase(),
        })
      }
    }
    expect(all.filter(({ to }) => Object.values(to).includes('')).map(({ name }) => name)).toEqual(['CNFans'])
    expect(findDefaultAgent(all)?.name).toBe('KakoBuy')
  })

  test('the three examples lead to complete items, one per marketplace', async () => {
    await seed()
    expect(exampleLinks.map(({ shopType }) => shopType)).toEqual(['taobao', 'weidian', 'ali_1688'])
    const { items } = await listing()
    const parsedLinks = exampleLinks.map(({ url, shopType }) => {
      const link = parseLink(url)
      return items.find((item) => link.ok && item.productCode === link.id && item.shopType === shopType)
    })
    for (const item of parsedLinks) {
      expect(item?.weight).toBeGreaterThan(0)
      expect(item?.qcCount).toBeGreaterThan(3)
      expect(item?.totalReview).toBeGreaterThan(10)
    }
  })

  test('an example can be seen over HTTP, with pictures', async () => {
    await seed()
    const app = await anApp({ database, env: { MEDIA_DIR: mediaDir } })
    const { body } = await app.get('/product-info?shopType=weidian&productCode=9900661650')
    const { data } = z.object({ data: infoResult }).parse(body)
    const addresses = [...(data.productInfo?.imgList ?? []), data.productInfo?.skus.at(-1)?.imgUrl ?? '']
    const pictures = await Promise.all(addresses.map((address) => app.send(getImageUrl(address, 96))))
    await app.close()
    expect(data.state).toBe('known')
    expect(pictures.map(({ status, headers }) => [status, headers['content-type']])).toEqual(
      Array.from({ length: 6 }, () => [200, 'image/webp']),
    )
  })

  test('positions are unique when a transaction ends, so that two items may change places', async () => {
    const one = await aProduct(database.db)
    const other = await aProduct(database.db)
    const move = (id: string, position: number) =>
      database.db.transaction(async (tx) => {
        await tx.update(products).set({ position }).where(eq(products.id, id))
      })
    await database.db.transaction(async (tx) => {
      await tx.update(products).set({ position: 2 }).where(eq(products.id, one.id))
      await tx.update(products).set({ position: 1 }).where(eq(products.id, other.id))
    })
    await expect(move(one.id, 1)).rejects.toMatchObject({ cause: { code: '23505' } })
  })
})

type ProductInfoReply = ReturnType<typeof productInfo.parse>

/** Some combination of its attributes is not made. */
function isIncomplete({ skus, productAttr }: ProductInfoReply): boolean {
  return skus.length < productAttr.reduce((product, { values }) => product * values.length, 1)
}
