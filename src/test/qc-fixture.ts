import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Database } from '#db/client.ts'
import { parseImageHosts, toWebSource } from '#features/images/server/image-sources.ts'
import { hashImageSource } from '#features/images/server/signed-urls.ts'
import { createDefaultSource } from '#features/qc-photos/server/default-source.ts'
import { createExternalQc } from '#features/qc-photos/server/external-qc.ts'
import { parseSources } from '#features/qc-photos/server/sources-file.ts'
import { createOutbound } from '#shared/server/outbound.ts'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'

/** How the simulator's sources are configured; the paths into their answers are those of real sources. */
export const qcShapeSettings = {
  'qc-images': { shape: 'images', photosAt: 'data.qcList', itemIdAt: 'data.itemId', agent: 'USFans' },
  'qc-albums': { shape: 'images', photosAt: 'albums', itemIdAt: 'spu' },
  'qc-records': { shape: 'images', photosAt: 'result.records', recordIdAt: 'spuNo' },
  'qc-variants': { shape: 'variants' },
  'qc-agents': {
    shape: 'agents',
    itemIdAt: 'productId',
    marketplaceAt: 'marketplace',
    agentNames: { kakobuy: 'KakoBuy' },
  },
} as const
export type QcShapeName = keyof typeof qcShapeSettings

/** What an operator would write to use the simulator. */
export function createSourcesFile(simulator: Simulator, names: readonly QcShapeName[]) {
  const sources = names.map((name) => ({
    name: `Source ${name}`,
    url: `${simulator.getSourceUrl(name)}?id={id}&store={marketplace}`,
    marketplaces: { weidian: 'WEIDIAN' },
    imageHosts: [new URL(simulator.getSourceUrl('pictures')).origin],
    ...qcShapeSettings[name],
  }))
  return { sources }
}

type QcFinderSettings = { names?: QcShapeName[]; first?: boolean | string; timeoutMs?: number }

/** The outside sources of QC photos wired as in the product, simulated, and a clock that tests control. */
export function useQcFixture(database: Pick<Database, 'db'>) {
  const stage = new QcFixture(database)
  beforeAll(() => stage.open())
  beforeEach(() => stage.reset())
  afterEach(() => {
    vi.useRealTimers()
    stage.simulator.setFault('all', 'none')
  })
  afterAll(() => stage.close())
  return stage
}

class QcFixture {
  readonly log = { warn: vi.fn(), error: vi.fn(), info: vi.fn() }
  readonly begun = Date.parse('2026-11-21T12:00:00Z')
  now = this.begun
  /** What was passed on to be archived, and what is known about images. */
  archived: string[] = []
  facts = new Map<string, { width: number; height: number; colour: string; fingerprint: string }>()
  #simulator: Simulator | undefined
  readonly #before = new Map<string, number>()
  readonly #database: Pick<Database, 'db'>

  constructor(database: Pick<Database, 'db'>) {
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
    this.now = this.begun
    this.archived = []
    this.facts.clear()
    for (const name of ['qc', ...Object.keys(qcShapeSettings)])
      this.#before.set(name, this.simulator.calls(name))
    for (const method of Object.values(this.log)) method.mockClear()
  }

  async close(): Promise<void> {
    await this.#simulator?.close()
  }

  /** How often this test made us ask a source. */
  calls(name = 'qc'): number {
    return this.simulator.calls(name) - (this.#before.get(name) ?? 0)
  }

  /** The source behind the nth picture that a source shows of an item. */
  picture(name: string, itemId: string, n: number): string {
    return `${new URL(this.simulator.getSourceUrl('pictures')).origin}/pictures/${name}-${itemId}-${n}.png`
  }

  aFinder({ names = [], first = true, timeoutMs = 8_000 }: QcFinderSettings = {}) {
    const { log, simulator, facts } = this
    const hosts = parseImageHosts(['alicdn.com', new URL(simulator.getSourceUrl('pictures')).origin])
    const url = typeof first === 'string' ? first : simulator.getSourceUrl('qc')
    const named = parseSources(createSourcesFile(simulator, names), () => undefined)
    return createExternalQc({
      db: this.#database.db,
      outbound: createOutbound({ breakerResetMs: 1_000, publicUrl: 'http://localhost:3000', log }),
      sources: first === false ? named : [createDefaultSource(url), ...named],
      pictures: {
        toImageUrl: (source) => `/img/signature/720/${hashImageSource(source)}.webp`,
        toImageSource: (raw) => toWebSource(raw, hosts),
        archive: async (sources) => void this.archived.push(...sources),
        findMetadata: async (sources) => new Map([...facts].filter(([source]) => sources.includes(source))),
      },
      limits: { count: async () => undefined },
      log,
      clock: () => this.now,
      timeoutMs,
    })
  }
}
