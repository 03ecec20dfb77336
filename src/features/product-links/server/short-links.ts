import { inArray } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { shortLinks } from '#db/schema.ts'
import { createOutcomeCache } from '#shared/server/cache/outcome-cache.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { ShortLink } from './short-link-address.ts'
import { createShortLinkResolver, type ResolvedItem, type ShortLinkOutcome } from './short-link-resolver.ts'

/** How long an outcome is cached. An item is also stored in the database, where it does not expire. */
const lifetimesMs = {
  unavailable: 30_000,
  noItem: 10 * MINUTE_MS,
  /** For a request that read the database just before the item was stored. */
  item: 2_000,
} as const
const maxCachedLinks = 10_000

export type ShortLinkDeps = {
  db: Db
  outbound: Pick<Outbound, 'call' | 'resolve'>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  clock?: () => number
  /** The URL to request for a host and path; `https://` unless a test simulates the shorteners. */
  addressFor?: ((address: string) => string) | undefined
}
export type ShortLinks = ReturnType<typeof createShortLinks>

/**
 * Resolves short links to items. Concurrent calls for one link share a request, and a link whose item is stored is never
 * requested again.
 */
export function createShortLinks({ db, outbound, log, clock = Date.now, addressFor }: ShortLinkDeps) {
  const resolveLink = createShortLinkResolver({ outbound, log, addressFor })
  const resolveOnce = createOutcomeCache<ShortLinkOutcome>({
    maxEntries: maxCachedLinks,
    getLifetimeMs,
    clock,
  })

  /** Failures of the shorteners become outcomes and are never thrown. */
  const resolve = (link: ShortLink): Promise<ShortLinkOutcome> =>
    resolveOnce(link.address, async () => {
      const outcome = await resolveLink(link)
      if (typeof outcome !== 'string') await saveItem(link.address, outcome)
      return outcome
    })

  /** A failure to store the item is logged only, because the item can still be returned. */
  async function saveItem(address: string, { shopType, id, hints }: ResolvedItem): Promise<void> {
    try {
      await db.insert(shortLinks).values({ address, shopType, itemId: id, hints }).onConflictDoNothing()
    } catch (error) {
      log.error(
        { err: error },
        'The item of a short link could not be stored. The link will be resolved again.',
      )
    }
  }

  /** The stored items of the links, by address. */
  async function findStored(links: readonly ShortLink[]): Promise<Map<string, ResolvedItem>> {
    if (links.length === 0) return new Map()
    const addresses = links.map(({ address }) => address)
    const rows = await db.select().from(shortLinks).where(inArray(shortLinks.address, addresses))
    return new Map(
      rows.map(({ address, shopType, itemId, hints }) => [address, { shopType, id: itemId, hints }]),
    )
  }
  return { resolve, findStored }
}

function getLifetimeMs(outcome: ShortLinkOutcome): number {
  if (typeof outcome !== 'string') return lifetimesMs.item
  return outcome === 'unavailable' ? lifetimesMs.unavailable : lifetimesMs.noItem
}
