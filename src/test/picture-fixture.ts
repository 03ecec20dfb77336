import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import sharp, { type Sharp } from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Database } from '#db/client.ts'
import { createJobs, type Jobs } from '#db/jobs.ts'
import type { Bucket } from '#features/images/server/bucket.ts'
import { createImageService } from '#features/images/server/image-service.ts'
import { serveImages } from '#features/images/server/routes.ts'
import { hashImageSource } from '#features/images/server/signed-urls.ts'
import type { ImageLimits } from '#features/images/spec.ts'
import { handleFailures } from '#http/failures.ts'
import type { QueryKey } from '#shared/contract.ts'
import { trackAskers } from '#shared/server/askers.ts'
import { createLocalInvalidation } from '#shared/server/invalidation.ts'
import { createOutbound } from '#shared/server/outbound.ts'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'

type ImageServerSettings = {
  limits?: Partial<ImageLimits>
  withJobs?: boolean
  bucket?: Bucket
  dataDir?: string
}

/** The image service with its route alone, over the given database; hosts are the simulator. */
export function usePictureFixture(database: Database) {
  const stage = new PictureFixture(database)
  beforeAll(() => stage.open())
  beforeEach(() => stage.reset())
  afterEach(() => stage.tidy())
  afterAll(() => stage.close())
  return stage
}

class PictureFixture {
  readonly log = { warn: vi.fn(), info: vi.fn() }
  published: QueryKey[][] = []
  folder = ''
  #simulator: Simulator | undefined
  #apps: FastifyInstance[] = []
  #jobs: Jobs[] = []
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  get simulator(): Simulator {
    if (!this.#simulator) throw new Error('The simulator runs only inside tests and hooks.')
    return this.#simulator
  }

  async open(): Promise<void> {
    this.#simulator = await startSimulator({ port: 0 })
  }

  reset(): void {
    this.folder = mkdtempSync(join(tmpdir(), 'pictures-'))
    this.published = []
    for (const method of Object.values(this.log)) method.mockClear()
  }

  async tidy(): Promise<void> {
    this.simulator.setFault('all', 'none')
    for (const jobs of this.#jobs.splice(0)) await jobs.stop()
    for (const app of this.#apps.splice(0)) await app.close()
    rmSync(this.folder, { recursive: true })
  }

  async close(): Promise<void> {
    await this.#simulator?.close()
  }

  /** Where rendered files of a source are stored. */
  getFolder(source: string): string {
    return join(this.folder, 'pictures', hashImageSource(source))
  }

  /** A picture on a host. */
  remote(id: string): string {
    return `${this.simulator.url}/pictures/${id}.png`
  }

  addMedia(name: string, bytes: Buffer | string): string {
    const path = join(this.folder, 'media', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
    return name
  }

  /** A process of its own; `get` asks for a source at a width. */
  async aServer({ limits = {}, withJobs = false, bucket, dataDir = this.folder }: ImageServerSettings = {}) {
    const { db, pool } = this.#database
    const { log, simulator } = this
    const invalidation = createLocalInvalidation()
    invalidation.subscribe((keys) => this.published.push(keys))
    const outbound = createOutbound({ breakerResetMs: 1_000, publicUrl: 'http://localhost:3000', log })
    const jobs = withJobs ? createJobs({ pool, log }) : undefined
    const pictures = createImageService({
      db,
      outbound,
      log,
      jobs,
      bucket,
      invalidation,
      dataDir,
      limits,
      secret: 'a secret',
      mediaDir: join(this.folder, 'media'),
      imageHosts: [simulator.url],
    })
    await pictures.start()
    if (jobs) {
      this.#jobs.push(jobs)
      await jobs.start()
    }
    const app = fastify()
    this.#apps.push(app)
    trackAskers(app)
    handleFailures(app)
    serveImages(app, pictures)
    const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
      app.inject({ url, headers, remoteAddress })
    const getImageAddress = async (source: string, width: number) => {
      await pictures.keep([source])
      const [address = ''] = pictures.toImageUrl(source).split('#')
      return address.replace('/720/', `/${width}/`)
    }
    const get = async (source: string, width = 320, format = 'webp') =>
      ask((await getImageAddress(source, width)).replace('.webp', `.${format}`))
    return { pictures, ask, get, getImageAddress }
  }
}

/** A picture whose left half is red and whose right half is blue. */
export function createHalves(width: number, height: number): Sharp {
  const blue = { create: { width: width / 2, height, channels: 3 as const, background: 'blue' } }
  const red = sharp({ create: { width, height, channels: 3, background: 'red' } })
  return red.composite([{ input: blue, left: width / 2, top: 0 }])
}
