import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Database } from '#db/client.ts'
import { productInfos, products } from '#db/schema.ts'
import { createImageService } from '#features/images/server/image-service.ts'
import type { ProductInfo } from '#features/products/contract.ts'
import { createInfoService } from '#features/products/server/info-service.ts'
import { createInfoSources } from '#features/products/server/info-sources.ts'
import { getPreviewBases } from '#features/products/server/link-preview.ts'
import type { QueryKey } from '#shared/contract.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import { createLocalInvalidation } from '#shared/server/invalidation.ts'
import { createOutbound } from '#shared/server/outbound.ts'
import { createRateLimits } from '#shared/server/rate-limits.ts'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'

type InfoServiceSettings = {
  storefront?: boolean
  linkPreview?: boolean
  timeoutMs?: number
  brokenPictures?: boolean
}

const noon = Date.parse('2026-11-21T12:00:00Z')

/** The item that the tests ask for, and what the catalogue would say about it. */
const key = { shopType: 'taobao' as ShopType, itemId: '652874751412' }
const ours: ProductInfo = {
  title: 'Ours',
  titleOriginal: '我们的',
  price: 59,
  currency: 'CNY',
  imgList: ['demo/heavy-cotton-tee/shop-1.webp'],
  skus: [],
  productAttr: [],
  propsTrans: {},
}

/**
 * Product information wired as in the product, with the simulator as its sources and a clock that tests
 * control.
 */
export function useInfoFixture(database: Database) {
  const stage = new InfoFixture(database)
  beforeAll(() => stage.open())
  beforeEach(() => stage.reset())
  afterEach(() => {
    vi.useRealTimers()
    stage.simulator.setFault('all', 'none')
  })
  afterAll(() => stage.close())
  return stage
}

class InfoFixture {
  readonly key = key
  readonly ours = ours
  readonly log = { warn: vi.fn(), error: vi.fn(), info: vi.fn() }
  now = noon
  published: QueryKey[] = []
  #asked = 0
  #simulator: Simulator | undefined
  readonly #database: Database
  readonly #folder = mkdtempSync(join(tmpdir(), 'info-'))

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
    this.now = noon
    this.published = []
    this.#asked = this.simulator.calls('product-info')
    for (const method of Object.values(this.log)) method.mockClear()
  }

  async close(): Promise<void> {
    await this.#simulator?.close()
    rmSync(this.#folder, { recursive: true })
  }

  /** How often this test made us ask the operator's source. */
  calls(): number {
    return this.simulator.calls('product-info') - this.#asked
  }

  aService({
    storefront = true,
    linkPreview = false,
    timeoutMs = 8_000,
    brokenPictures,
  }: InfoServiceSettings = {}) {
    const { log, simulator } = this
    const { db } = this.#database
    const invalidation = createLocalInvalidation()
    invalidation.subscribe((keys) => this.published.push(...keys))
    const outbound = createOutbound({ breakerResetMs: 1_000, publicUrl: 'http://localhost:3000', log })
    const folders = { mediaDir: this.#folder, dataDir: this.#folder }
    const imageHosts = ['alicdn.com', simulator.url]
    const pictures = createImageService({ db, secret: 'a secret', ...folders, imageHosts, outbound, log })
    const keep = brokenPictures ? () => Promise.reject(new Error('disk full')) : pictures.keep
    const sources = createInfoSources({
      outbound,
      productInfoUrl: storefront ? `${simulator.url}/product-info` : undefined,
      linkPreview,
      previewBases: getPreviewBases(simulator.url),
    })
    const clock = () => this.now
    return createInfoService({
      db,
      sources,
      pictures: { ...pictures, keep },
      invalidation,
      limits: createRateLimits({ pool: this.#database.pool, multiplier: 1 }),
      log,
      clock,
      timeoutMs,
    })
  }

  /** A stored answer of a given age. */
  async store(source: string, ageMs: number): Promise<void> {
    const fetchedAt = new Date(this.now - ageMs)
    await this.#database.db.insert(productInfos).values({ ...key, info: ours, source, fetchedAt })
  }

  async addProduct(): Promise<void> {
    await this.#database.db.insert(products).values({
      ...key,
      name: 'In the list',
      priceFen: 12_950,
      thumbnail: 'demo/heavy-cotton-tee/shop-2.webp',
      position: 1,
    })
  }
}
