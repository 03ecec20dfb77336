import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Pictures } from '#features/pictures/pictures.ts'
import type { Outbound } from '#shared/server/outbound.ts'
import { rememberOutcomes } from '#shared/server/remembered.ts'
import { isGone, SourceError } from '#shared/server/source-error.ts'
import type { ShopType } from '#shared/shops.ts'

const limits = {
  bytes: 2 * 1024 * 1024,
  photos: 200,
  remembered: 5_000,
  freshMs: 600_000,
  failedMs: 10_000,
  /** Whoever waits has an answer within 8 s. */
  searchMs: 7_500,
} as const

type ItemKey = { shopType: ShopType; itemId: string }
type Deps = {
  outbound: Outbound
  /** `QC_URL`; without it there is no outside source, which knows no photo of anything. */
  url?: string | undefined
  pictures: Pick<Pictures, 'addressOf' | 'sourceOf' | 'keep'>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  clock?: () => number
  timeoutMs?: number
}
export type ExternalQc = ReturnType<typeof createExternalQc>

/** The photos of an item's first entry; an empty list is an answer too. */
const reply = z.union([
  z.array(z.object({ imgs: z.array(z.unknown()).nullish() })),
  z
    .object({ data: z.array(z.object({ imgs: z.array(z.unknown()).nullish() })) })
    .transform(({ data }) => data),
])

/** Asks the operator's QC source in the specification's form: shopType and goodsId in, `data[0].imgs` out (§7). */
export function createExternalQc({ outbound, url, pictures, log, ...rest }: Deps) {
  const { clock = Date.now, timeoutMs = limits.searchMs } = rest
  const lifeOf = (photos: string[] | null) => (photos ? limits.freshMs : limits.failedMs)
  const askOnce = rememberOutcomes({ maxEntries: limits.remembered, lifeOf, clock })

  /** Our addresses of the photos; null when the source failed. Never throws for a fault of the source. */
  async function find(key: ItemKey): Promise<string[] | null> {
    if (!url) return []
    return askOnce(`${key.shopType}/${key.itemId}`, () => search(addressFor(url, key)))
  }

  async function search(address: string): Promise<string[] | null> {
    // Begins here, so that waiting for a turn counts.
    const signal = AbortSignal.timeout(timeoutMs)
    const asked = outbound.call('qc', () => ask(outbound, address, { timeoutMs, signal }))
    return asked.then((raw) => present(raw, pictures)).catch(failed)
  }

  function failed(error: unknown): string[] | null {
    if (isGone(error)) return []
    if (!(error instanceof SourceError)) log.error({ err: error, source: 'qc' }, 'source could not be read')
    else if (error.kind !== 'open') {
      log.warn({ source: 'qc', kind: error.kind, status: error.status }, error.message)
    }
    return null
  }
  return { find }
}

function addressFor(base: string, { shopType, itemId }: ItemKey): string {
  const address = new URL(base)
  address.searchParams.set('shopType', shopType)
  address.searchParams.set('goodsId', itemId)
  return address.href
}

type Until = { timeoutMs: number; signal: AbortSignal }

async function ask(outbound: Outbound, address: string, until: Until): Promise<unknown[]> {
  const headers = { accept: 'application/json' }
  const options = { hosts: 'configured' as const, maxBytes: limits.bytes, headers, ...until }
  const parsed = reply.safeParse(await outbound.fetchJson(address, options))
  if (!parsed.success) throw new SourceError('bad-body', 'The answer does not have the expected form.')
  return parsed.data[0]?.imgs ?? []
}

/** Keeps the photos that may be shown and gives our addresses of them. */
async function present(raw: unknown[], pictures: Deps['pictures']): Promise<string[]> {
  const texts = raw.filter((one) => typeof one === 'string').slice(0, limits.photos)
  const sources = [...new Set(texts.flatMap((text) => pictures.sourceOf(text) ?? []))]
  await pictures.keep(sources)
  return sources.map(pictures.addressOf)
}
