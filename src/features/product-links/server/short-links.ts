import { inArray } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import { shortLinks } from '#db/schema.ts'
import { createOutcomeCache } from '#shared/server/cache/outcome-cache.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { ItemRef } from '../url-parser.ts'
import type { ShortLink } from './short-link-address.ts'
import { createShortLinkResolver, type Followed } from './short-link-resolver.ts'

/** How long an outcome is cached, in ms; a found item is stored in the database for good. */
const lifetimesMs = {
  unavailable: 30_000,
  nothing: 10 * MINUTE_MS,
  /** Covers a reader whose look into the database was older than the answer that just came. */
  found: 2_000,
} as const
const maxCachedLinks = 10_000

export type ShortLinkDeps = {
  db: Db
  outbound: Pick<Outbound, 'call' | 'resolve'>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  clock?: () => number
  /** Where a host and path is asked; by https unless a test plays the shorteners. */
  addressFor?: ((address: string) => string) | undefined
}
export type ShortLinks = ReturnType<typeof createShortLinks>

/** Finds the item behind a short link: each link is asked once, however many wait for it, and never again once found. */
export function createShortLinks({ db, outbound, log, clock = Date.now, addressFor }: ShortLinkDeps) {
  const trace = createShortLinkResolver({ outbound, log, addressFor })
  const followOnce = createOutcomeCache<Followed>({ maxEntries: maxCachedLinks, getLifeMs, clock })

  /** Never throws for faults of outside sources. */
  const follow = (link: ShortLink): Promise<Followed> =>
    followOnce(link.address, async () => {
      const followed = await trace(link)
      if (typeof followed !== 'string') await saveTarget(link.address, followed)
      return followed
    })

  /** A database that cannot keep it is no reason to withhold it. */
  async function saveTarget(address: string, { shopType, id }: ItemRef): Promise<void> {
    try {
      await db.insert(shortLinks).values({ address, shopType, itemId: id }).onConflictDoNothing()
    } catch (error) {
      log.error({ err: error }, 'a short link could not be stored')
    }
  }

  /** Those of the links that were found before. */
  async function known(links: readonly ShortLink[]): Promise<Map<string, ItemRef>> {
    if (links.length === 0) return new Map()
    const addresses = links.map(({ address }) => address)
    const rows = await db.select().from(shortLinks).where(inArray(shortLinks.address, addresses))
    return new Map(rows.map(({ address, shopType, itemId }) => [address, { shopType, id: itemId }]))
  }
  return { follow, known }
}

function getLifeMs(followed: Followed): number {
  if (typeof followed !== 'string') return lifetimesMs.found
  return followed === 'unavailable' ? lifetimesMs.unavailable : lifetimesMs.nothing
}
