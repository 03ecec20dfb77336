import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { handleFailures } from '#http/failures.ts'
import { createOutbound } from '#shared/server/outbound/outbound.ts'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { type FaultName, faults } from '#simulator/simulate-faults.ts'
import { useDatabase } from '#test/database.ts'
import { createPixelBomb } from './image-host.fake.ts'
import { registerImages } from './image-repository.ts'
import { createImageService, type ImageService } from './image-service.ts'
import { serveImages } from './routes.ts'
import { hashImageSource } from './uploads/signed-urls.ts'

const log = { warn: vi.fn(), info: vi.fn() }
let folder = ''
let mediaDir = ''
let simulator: Simulator
let app: FastifyInstance | undefined
beforeAll(async () => {
  simulator = await startSimulator({ port: 0 })
})
afterAll(() => simulator.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  mediaDir = join(folder, 'media')
  mkdirSync(mediaDir)
  log.warn.mockClear()
})
afterEach(async () => {
  simulator.setFault('all', 'none')
  await app?.close()
  rmSync(folder, { recursive: true })
})

function addMedia(name: string, bytes: Buffer | string): string {
  mkdirSync(dirname(join(mediaDir, name)), { recursive: true })
  writeFileSync(join(mediaDir, name), bytes)
  return name
}

/** An image with a red left half and a blue right half. */
function createHalves(width: number, height: number) {
  const blue = { create: { width: width / 2, height, channels: 3 as const, background: 'blue' } }
  return sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ])
}

describe('images', () => {
  const database = useDatabase()

  type Limits = NonNullable<Parameters<typeof createImageService>[0]['limits']>

  /** Creates the service and a server with only its route; `get` requests the URL of a source at a width. */
  async function aServer({
    limits = {},
    imageHosts = [simulator.url],
  }: {
    limits?: Limits
    imageHosts?: string[]
  } = {}) {
    const outbound = createOutbound({ breakerResetMs: 1_000, publicUrl: 'http://localhost:3000', log })
    const options = { secret: 'a secret', mediaDir, dataDir: folder, imageHosts, outbound, log, limits }
    const pictures: ImageService = createImageService({ db: database.db, ...options })
    await app?.close()
    const server = fastify()
    app = server
    handleFailures(server)
    serveImages(server, pictures)
    const ask = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })
    const get = async (source: string, width = 320, headers: Record<string, string> = {}) => {
      await pictures.register([source])
      return ask(pictures.toImageUrl(source).replace('/720/', `/${width}/`), headers)
    }
    return { pictures, ask, get }
  }
  const notFound = {
    success: false,
    statusCode: 404,
    message: 'This address does not exist.',
    code: 'NOT_FOUND',
  }

  describe('an image of this site', () => {
    test.each([96, 480, 1600])('is served at %i px, never enlarged', async (width) => {
      const { get } = await aServer()
      const name = addMedia('demo/tee/shop-1.png', await createHalves(600, 300).png().toBuffer())
      const { statusCode, rawPayload, headers } = await get(name, width)
      const size = await sharp(rawPayload).metadata()
      expect([statusCode, size.format, size.width]).toEqual([200, 'webp', Math.min(width, 600)])
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        etag: expect.stringMatching(/^"[\w-]{22}"$/),
      })
    })

    test('returns 304 to a client that has it', async () => {
      const { get } = await aServer()
      const name = addMedia('a.png', await createHalves(600, 300).png().toBuffer())
      const { headers } = await get(name)
      const again = await get(name, 320, { 'if-none-match': String(headers.etag) })
      expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, headers.etag])
      expect((await get(name, 320, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    })

    test('is rendered once, stored on disk and used by the next process', async () => {
      const { get } = await aServer()
      const name = addMedia('a.png', await createHalves(600, 300).png().toBuffer())
      const first = await get(name)
      rmSync(join(mediaDir, name))
      expect((await get(name)).rawPayload.equals(first.rawPayload)).toBe(true)
      const next = await aServer()
      expect((await next.get(name)).rawPayload.equals(first.rawPayload)).toBe(true)
      expect(readdirSync(join(folder, 'pictures', hashImageSource(name)))).toEqual(['320.webp'])
    })

    test('is rendered again when its file on disk is incomplete', async () => {
      const name = addMedia('a.png', await createHalves(600, 300).png().toBuffer())
      const first = await (await aServer()).get(name)
      const file = join(folder, 'pictures', hashImageSource(name), '320.webp')
      truncateSync(file, first.rawPayload.length - 10)
      expect((await (await aServer()).get(name)).rawPayload.equals(first.rawPayload)).toBe(true)
      expect(readFileSync(file).equals(first.rawPayload)).toBe(true)
    })

    test('is rendered once for concurrent requests', async () => {
      const { get, pictures } = await aServer()
      const name = addMedia('a.png', await createHalves(600, 300).png().toBuffer())
      await pictures.register([name])
      const responses = await Promise.all(Array.from({ length: 50 }, () => get(name)))
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      expect(readdirSync(join(folder, 'pictures', hashImageSource(name)))).toHaveLength(1)
    })
  })

  describe('an invalid image', () => {
    test.each([
      ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
      ['a PNG that claims 900 million pixels', createPixelBomb()],
      ['nothing', ''],
    ])('returns 404 for %s', async (_name, bytes) => {
      const { get } = await aServer()
      const response = await get(addMedia('a.png', bytes))
      expect([response.statusCode, response.headers['cache-control']]).toEqual([404, 'no-store'])
      expect(response.json()).toMatchObject(notFound)
    })

    test('returns 404 for a missing file, a folder, and a file above 15 MB', async () => {
      const { get } = await aServer()
      addMedia('folder/a.txt', 'x')
      addMedia('big.png', Buffer.alloc(15 * 1024 * 1024 + 1))
      for (const name of ['missing.png', 'folder', 'big.png']) {
        expect((await get(name)).statusCode).toBe(404)
      }
    })

    test('names outside of the media folder are not registered', async () => {
      writeFileSync(join(folder, 'outside.png'), await createHalves(40, 40).png().toBuffer())
      symlinkSync(join(folder, 'outside.png'), join(mediaDir, '.link.png'))
      const { get } = await aServer()
      const names = [
        '../outside.png',
        'demo/../../outside.png',
        '.link.png',
        '..\\outside.png',
        `${folder}/outside.png`,
      ]
      for (const name of names) expect((await get(name)).statusCode).toBe(404)
    })

    test('returns 404 for URLs that this site never created', async () => {
      const { get, ask, pictures } = await aServer()
      const name = addMedia('a.png', await createHalves(600, 300).png().toBuffer())
      expect((await get(name)).statusCode).toBe(200)
      const [, , signature = '', , file = ''] = pictures.toImageUrl(name).replace(/#.*/, '').split('/')
      const other = pictures.toImageUrl('b.png').split('/')
      const avif = file.replace('webp', 'avif')
      const invalidUrls = [
        `/img/${other[2]}/320/${file}`,
        `/img/${signature}/320/${other[4]}`,
        `/img/${signature.slice(0, -1)}/320/${file}`,
        `/img/${signature}x/320/${file}`,
        `/img//320/${file}`,
        ...['0', '1', '321', '0320', '320.0', '3e2', '-320', '99999', 'auto', '%20320', '320%00'].map(
          (width) => `/img/${signature}/${width}/${file}`,
        ),
        ...[
          '',
          '.webp',
          'a.webp',
          '../../secret.webp',
          '..%2f..%2fsecret',
          `${file}.png`,
          file.replace('webp', 'png'),
          `${file}.avif`,
          `${avif}.webp`,
        ].map((one) => `/img/${signature}/320/${one}`),
        `/img/${signature}/320/${file.replace('.webp', '%00.webp')}`,
        `/img/${signature}/320/${file}%238fa3b2`,
        `/img/${other[2]}/320/${avif}`,
        `/img/${signature}/320/${file}/x`,
        `/img/${signature}/320/..%2f320%2f${file}`,
        `/img/${signature}/320/${file.toUpperCase()}`,
      ]
      for (const url of invalidUrls) expect([url, (await ask(url)).statusCode]).toEqual([url, 404])
    })

    test('returns 404 for a signed URL whose source is not registered', async () => {
      const { ask, pictures } = await aServer()
      addMedia('a.png', await createHalves(600, 300).png().toBuffer())
      expect((await ask(pictures.toImageUrl('a.png'))).statusCode).toBe(404)
    })
  })

  describe('an image of an external host', () => {
    const picture = (id: string) => `${simulator.url}/pictures/${id}.png`

    test('is fetched once and rendered', async () => {
      const before = simulator.calls('pictures')
      const { get } = await aServer()
      const responses = await Promise.all(Array.from({ length: 20 }, () => get(picture('tee'))))
      const { width, format } = await sharp(responses[0]?.rawPayload).metadata()
      expect([width, format, simulator.calls('pictures') - before]).toEqual([320, 'webp', 1])
    })

    const testedFaults = Object.keys(faults).filter((fault) => !['slow', 'slower', 'drip'].includes(fault))
    test.each(testedFaults)('returns 404 for %s, and does not retry for a while', async (fault) => {
      // The name comes from the table of faults.
      simulator.setFault('pictures', fault as FaultName)
      const { get } = await aServer({ limits: { fetchMs: 300 } })
      const response = await get(picture('tee'))
      expect([response.statusCode, response.headers['cache-control']]).toEqual([404, 'no-store'])
      simulator.setFault('pictures', 'none')
      expect([(await get(picture('tee'), 480)).statusCode, simulator.calls('inside')]).toEqual([404, 0])
    })

    test('stops requests to a host that keeps failing, but not to one with missing images', async () => {
      const { get } = await aServer()
      simulator.setFault('pictures', 'not-found')
      for (let i = 0; i < 8; i += 1) await get(picture(`missing-${i}`))
      simulator.setFault('pictures', 'none')
      expect((await get(picture('tee'))).statusCode).toBe(200)
      simulator.setFault('pictures', 'down')
      for (let i = 0; i < 5; i += 1) await get(picture(`down-${i}`))
      simulator.setFault('pictures', 'none')
      const previousCalls = simulator.calls('pictures')
      expect((await get(picture('other'))).statusCode).toBe(404)
      expect(simulator.calls('pictures')).toBe(previousCalls)
    })

    test('is never fetched from a host that the operator did not configure', async () => {
      const { pictures, ask, get } = await aServer({ imageHosts: ['alicdn.com'] })
      const previousCalls = simulator.calls('pictures')
      expect((await get(picture('tee'))).statusCode).toBe(404)
      await registerImages(database.db, [picture('tee')], {
        hosts: { suffixes: [], origins: [simulator.url] },
      })
      expect((await ask(pictures.toImageUrl(picture('tee')))).statusCode).toBe(404)
      expect(simulator.calls('pictures')).toBe(previousCalls)
    })
  })

  test('a drawing is made once for concurrent requests and then stored', async () => {
    const { pictures } = await aServer()
    const draw = vi.fn(() => createHalves(60, 30).jpeg().toBuffer())
    const name = 'A'.repeat(22)
    const findCard = () => pictures.findDrawing(name, 'card.jpg', draw)
    const [first, ...rest] = await Promise.all([findCard(), findCard(), findCard()])
    expect(rest).toEqual([first, first])
    expect(await findCard()).toEqual(first)
    expect(draw).toHaveBeenCalledTimes(1)
    await pictures.findDrawing(name, 'card-portrait.jpg', draw)
    expect(draw).toHaveBeenCalledTimes(2)
  })

  test('returns 503 when too many images wait for rendering', async () => {
    const { get } = await aServer({ limits: { drawnAtOnce: 1, maxWaitingPerRequester: 2 } })
    const bytes = await createHalves(1200, 1200).png().toBuffer()
    const names = Array.from({ length: 12 }, (_, i) => addMedia(`${i}.png`, bytes))
    const responses = await Promise.all(names.map((name) => get(name)))
    const rejected = responses.filter(({ statusCode }) => statusCode === 503)
    expect(responses.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(3)
    expect(rejected.length).toBeGreaterThanOrEqual(1)
    expect(rejected[0]?.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
    const message = 'The site is busy. Please try again in a moment.'
    expect(rejected[0]?.json()).toMatchObject({ code: 'BUSY', message })
    const again = await Promise.all(names.slice(0, 3).map((name) => get(name)))
    expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })

  test('serves images when the folder cannot be written', async () => {
    writeFileSync(join(folder, 'pictures'), 'in the way')
    const { get } = await aServer()
    expect((await get(addMedia('a.png', await createHalves(600, 300).png().toBuffer()))).statusCode).toBe(200)
    expect(log.warn).toHaveBeenCalledWith(
      expect.anything(),
      'A rendered image could not be stored. It is rendered again at the next request.',
    )
  })
})
