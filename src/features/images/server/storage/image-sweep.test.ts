import { existsSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { collectionEntries, images, productInfos, qcSnapshots } from '#db/schema.ts'
import { DAY_MS } from '#shared/time.ts'
import { anAgent, aProduct, aQcPhoto, aQcUpload, aReview, aUser } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { usePictureFixture } from '#test/fixtures/picture-fixture.ts'
import { createInfo } from '#test/fixtures/watch-fixture.ts'
import { hashImageSource } from '../uploads/signed-urls.ts'
import { sweepImages } from './image-sweep.ts'

const now = new Date('2026-11-22T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
const web = (name: string) => `https://img.alicdn.com/${name}.jpg`

describe('the sweep of unused images', () => {
  const database = useDatabase()
  const fixture = usePictureFixture(database)
  const deletedSources: string[] = []
  const sweep = () =>
    sweepImages({ db: database.db, deleteImage: async (source) => void deletedSources.push(source) }, now)
  const anImage = async (source: string, days = 91) => {
    await database.db
      .insert(images)
      .values({ hash: hashImageSource(source), source, lastUsedAt: daysAgo(days) })
    return source
  }
  const listSources = async () => {
    const rows = await database.db.select({ source: images.source }).from(images)
    return rows.map(({ source }) => source).toSorted()
  }

  test('deletes external images after ninety days, and no images of this site', async () => {
    deletedSources.length = 0
    for (const days of [0, 89, 91, 400]) await anImage(web(String(days)), days)
    await anImage('demo/tote/qc-1.webp')
    await anImage('agents/gone.webp')
    expect(await sweep()).toBe(2)
    expect(await listSources()).toEqual(['agents/gone.webp', 'demo/tote/qc-1.webp', web('0'), web('89')])
    expect(deletedSources.toSorted()).toEqual([web('400'), web('91')])
  })

  test('deletes the oldest images when there are too many', async () => {
    const newest = await anImage(web('newest'), 0)
    await database.db.execute(sql`
      insert into images (hash, source, last_used_at)
      select n::text, 'https://img.alicdn.com/many/' || n, ${daysAgo(1).toISOString()}::timestamptz - n * interval '1 ms'
      from generate_series(1, 250600) n`)
    expect([await sweep(), await sweep(), await sweep()]).toEqual([601, 0, 0])
    expect(await database.db.$count(images)).toBe(250_000)
    const isRegistered = async (source: string) =>
      (await database.db.$count(images, eq(images.source, source))) === 1
    expect(await isRegistered(newest)).toBe(true)
    expect([
      await isRegistered('https://img.alicdn.com/many/249999'),
      await isRegistered('https://img.alicdn.com/many/250000'),
    ]).toEqual([true, false])
  })

  test('keeps images that a row contains with any signature', async () => {
    const { db } = database
    const signed = (name: string) => `${web(name)}?sign=${name}&expires=1`
    const key = { shopType: 'taobao' as const, itemId: '1' }
    const info = { ...createInfo(), imgList: [web('list-1'), signed('list-2')] }
    const [variant] = info.skus
    if (variant) variant.imgUrl = web('variant')
    await db.insert(productInfos).values({ ...key, info, source: 'storefront' })
    await aProduct(db, { thumbnail: web('thumbnail'), position: null, deletedAt: now })
    await aReview(db, { productImage: web('review') })
    await anAgent(db, { image: web('agent') })
    await aQcPhoto(db, { image: web('photo') })
    const { id: userId } = await aUser(db)
    await aQcUpload(db, { userId, image: web('upload') })
    await db.insert(collectionEntries).values({ ...key, userId, image: signed('kept') })
    const photo = { agent: null, variant: null, takenAt: null, width: null, height: null }
    const photos = ['snapshot-1', 'snapshot-2'].map((name) => ({ ...photo, image: signed(name) }))
    await db.insert(qcSnapshots).values({ ...key, source: 'archive', photos })
    const names = ['list-1', 'list-2', 'variant', 'thumbnail', 'review', 'agent', 'photo', 'upload', 'kept']
    for (const name of [...names, 'snapshot-1', 'snapshot-2'])
      await anImage(`${web(name)}?sign=new&expires=2`)
    const all = await listSources()
    await anImage(web('forgotten'))
    expect(await sweep()).toBe(1)
    expect(await listSources()).toEqual(all)
  })

  test('continues after many images that are in use', async () => {
    const imgList = Array.from({ length: 600 }, (_, at) => web(`shown-${at}`))
    const key = { shopType: 'taobao' as const, itemId: '1', source: 'storefront' }
    await database.db.insert(productInfos).values({ ...key, info: { ...createInfo(), imgList } })
    const rows = imgList.map((source) => ({
      hash: hashImageSource(source),
      source,
      lastUsedAt: daysAgo(200),
    }))
    await database.db.insert(images).values(rows)
    await anImage(web('forgotten'), 100)
    expect([await sweep(), await sweep(), await sweep()]).toEqual([0, 1, 0])
    expect(await listSources()).toHaveLength(600)
  })

  test('keeps images for ninety days after their last use', async () => {
    const { pictures } = await fixture.aServer()
    const [source, claimed] = [fixture.remote('again'), fixture.remote('claimed')]
    for (const one of [source, claimed]) await anImage(one, 5_000)
    await pictures.register([source])
    await pictures.register([claimed], { isClaim: true })
    expect(await sweep()).toBe(0)
    const [first] = await database.db.select().from(images)
    await pictures.register([source])
    const [second] = await database.db
      .select()
      .from(images)
      .where(eq(images.hash, first?.hash ?? ''))
    expect(second).toEqual(first)
  })

  test('deletes images in batches, with their rendered files', async () => {
    const { pictures, get } = await fixture.aServer()
    const source = fixture.remote('drawn')
    await get(source)
    expect(existsSync(fixture.getFolder(source))).toBe(true)
    await database.db.update(images).set({ lastUsedAt: daysAgo(1_000) })
    for (let at = 0; at < 510; at += 1) await anImage(web(`many-${at}`))
    const { deleteImage } = pictures
    const sweepAll = () => sweepImages({ db: database.db, deleteImage }, now)
    expect([await sweepAll(), await sweepAll(), await sweepAll()]).toEqual([500, 11, 0])
    expect(existsSync(fixture.getFolder(source))).toBe(false)
    expect((await fixture.aServer()).pictures.toImageUrl(source)).not.toContain('#')
  })
})
