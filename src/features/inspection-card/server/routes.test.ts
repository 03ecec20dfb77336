import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { registerImages } from '#features/images/server/image-repository.ts'
import { aProduct, aQcPhoto } from '#support/factories.ts'
import { createAddress } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const item = { itemId: '9900661650', shopType: 'weidian' } as const
const page = '/product/weidian/9900661650'

describe('inspection cards over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database)
  const get = (path: string, headers: Record<string, string> = {}) => app().app.inject({ url: path, headers })

  async function addPicture(name: string, background: string): Promise<string> {
    const path = join(app().mediaDir, name)
    mkdirSync(dirname(path), { recursive: true })
    const picture = sharp({ create: { width: 300, height: 200, channels: 3, background } })
    writeFileSync(path, await picture.webp().toBuffer())
    await registerImages(database.db, [name])
    return name
  }

  /** The color at a position of a card. */
  async function readColor(card: Buffer, x: number, y: number): Promise<number[]> {
    const { data } = await sharp(card)
      .extract({ left: x, top: y, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return [...data]
  }

  test('an item has a wide card and a tall one, progressive and at most 120 KB', async () => {
    await aProduct(database.db, { ...item, name: 'Low court sneaker', weightGrams: 860, priceFen: 18900 })
    for (const [at, background] of ['red', 'lime', 'blue'].entries()) {
      const image = await addPicture(`demo/card/qc-${at}.webp`, background)
      await aQcPhoto(database.db, { ...item, image, takenAt: new Date(Date.UTC(2026, 10, 13 - at)) })
    }
    const sizes = { 'card.jpg': [1200, 630], 'card-portrait.jpg': [1080, 1350] } as const
    for (const [file, [width, height]] of Object.entries(sizes)) {
      const { statusCode, headers, rawPayload } = await get(`${page}/${file}`)
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect(await sharp(rawPayload).metadata()).toMatchObject({
        format: 'jpeg',
        isProgressive: true,
        chromaSubsampling: '4:4:4',
        width,
        height,
      })
      expect(rawPayload.length).toBeLessThanOrEqual(120 * 1024)
    }
    const { rawPayload } = await get(`${page}/card.jpg`)
    const [red = 0, green = 0, blue = 0] = await readColor(rawPayload, 260, 270)
    expect(red).toBeGreaterThan(230)
    expect(green + blue).toBeLessThan(60)
    expect((await readColor(rawPayload, 605, 160))[1]).toBeGreaterThan(230)
    expect((await readColor(rawPayload, 590, 410))[2]).toBeGreaterThan(230)
  })

  test('the card’s URL in the page is immutable, and a new photo changes it', async () => {
    await aProduct(database.db, item)
    const image = await addPicture('demo/card/one.webp', 'red')
    await aQcPhoto(database.db, { ...item, image })
    const first = await get(`${page}/card.jpg`)
    const tag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('public, max-age=300')
    const version = /-(\w+)"/.exec(tag)?.[1]
    const lasting = await get(`${page}/card.jpg?v=${version}`)
    expect(lasting.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(lasting.rawPayload.equals(first.rawPayload)).toBe(true)
    expect((await get(`${page}/card.jpg`, { 'if-none-match': tag })).statusCode).toBe(304)
    await aQcPhoto(database.db, { ...item, image: await addPicture('demo/card/two.webp', 'blue') })
    await app().invalidation.publish([[]])
    const second = await get(`${page}/card.jpg?v=${version}`, { 'if-none-match': tag })
    expect([second.statusCode, second.headers['cache-control']]).toEqual([200, 'public, max-age=300'])
    expect(second.rawPayload.equals(first.rawPayload)).toBe(false)
  })

  test.each([
    ['is known by its number alone', {}],
    ['has a Chinese title', { name: '白色低帮运动鞋 秋季新款 真皮 透气' }],
    ['has a title from right to left and with emoji', { name: 'حذاء رياضي أبيض 🔥🔥' }],
    ['has a title of 200 letters without a space', { name: 'W'.repeat(200) }],
  ])('an item without photos that %s has a card', async (_what, product) => {
    if ('name' in product) await aProduct(database.db, { ...item, ...product })
    const { statusCode, rawPayload } = await get(`${page}/card.jpg`)
    expect(statusCode).toBe(200)
    expect((await sharp(rawPayload).metadata()).width).toBe(1200)
    // Letters stay on the paper.
    expect((await readColor(rawPayload, 1182, 110)).every((part) => part < 120)).toBe(true)
  })

  test('returns 404 for impossible items, and 405 for other methods', async () => {
    for (const path of ['/product/ebay/1/card.jpg', `/product/weidian/${'9'.repeat(65)}/card.jpg`]) {
      expect((await get(path)).statusCode).toBe(404)
    }
    const head = await app().app.inject({ method: 'HEAD', url: `${page}/card.jpg` })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const posted = await app().app.inject({ method: 'POST', url: `${page}/card.jpg` })
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('returns 429 after 240 cards in a minute to that network only', async () => {
    const remoteAddress = createAddress()
    const ask = (id: number) => app().app.inject({ url: `/product/ebay/${id}/card.jpg`, remoteAddress })
    const askCard = (from: string) => app().app.inject({ url: `${page}/card.jpg`, remoteAddress: from })
    expect((await ask(1)).statusCode).toBe(404)
    const tag = String((await askCard(remoteAddress)).headers.etag)
    for (let count = 1; count < 240; count += 1) {
      await app().app.inject({ url: `${page}/card.jpg`, remoteAddress, headers: { 'if-none-match': tag } })
    }
    const refused = await askCard(remoteAddress)
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([
      429,
      expect.stringContaining('json'),
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await askCard(createAddress())).statusCode).toBe(200)
  })
})
