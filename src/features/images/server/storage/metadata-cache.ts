import { desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { images } from '#db/schema.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import type { ImageMetadata } from '../../image-registry.ts'

type MetadataCacheDeps = {
  db: Db
  /** How many images are cached; above that the least recently used are evicted. */
  maxEntries: number
  /** Called when a URL would now be written differently. */
  onChanged: () => void
}
type CachedMetadata = { colour: string; hasAvif: boolean }
type MetadataRow = { colour: string | null; hasAvif: boolean }
export type MetadataCache = ReturnType<typeof createMetadataCache>

/**
 * The metadata that URLs carry, in memory because URLs are written by the hundred; the rest is in the
 * database.
 */
export function createMetadataCache({ db, maxEntries, onChanged }: MetadataCacheDeps) {
  const cachedMetadata = createBoundedCache<CachedMetadata>(maxEntries)

  function noteKnown(hash: string, { colour, hasAvif }: MetadataRow): boolean {
    if (colour) cachedMetadata.set(hash, { colour, hasAvif })
    return colour !== null
  }

  function rememberRow(hash: string, row: MetadataRow | undefined): void {
    if (row && noteKnown(hash, row)) onChanged()
  }

  return {
    /** `#8fa3b2`, `#8fa3b2-avif`, `#-avif`, or nothing: a transparent image gets no color behind it. */
    getUrlFragment(hash: string): string {
      const facts = cachedMetadata.get(hash)
      if (!facts) return ''
      const colour = facts.colour.length === '#rrggbb'.length ? facts.colour.slice(1) : ''
      const text = colour + (facts.hasAvif ? '-avif' : '')
      return text && `#${text}`
    },

    isKnown: (hash: string) => cachedMetadata.has(hash),
    hasAvif: (hash: string) => cachedMetadata.get(hash)?.hasAvif === true,

    /** Reads the youngest ones. */
    async load(): Promise<void> {
      const youngest = await readYoungest(db, maxEntries)
      for (const { hash, ...facts } of youngest.reverse()) noteKnown(hash, facts)
    },

    /** Looks up what another process may have found out. */
    recall: async (hash: string): Promise<void> => rememberRow(hash, await readOne(db, hash)),

    learn: async (hash: string, facts: ImageMetadata): Promise<void> =>
      rememberRow(hash, await updateMetadata(db, hash, facts)),

    learnAvif: async (hash: string): Promise<void> =>
      rememberRow(hash, await updateMetadata(db, hash, { hasAvif: true })),
  }
}

const columns = { hash: images.hash, colour: images.colour, hasAvif: images.hasAvif }

function readYoungest(db: Db, maxEntries: number) {
  return db
    .select(columns)
    .from(images)
    .where(isNotNull(images.colour))
    .orderBy(desc(images.lastUsedAt))
    .limit(maxEntries)
}

async function readOne(db: Db, hash: string): Promise<MetadataRow | undefined> {
  const [row] = await db.select(columns).from(images).where(eq(images.hash, hash))
  return row
}

async function updateMetadata(
  db: Db,
  hash: string,
  facts: ImageMetadata | { hasAvif: true },
): Promise<MetadataRow | undefined> {
  const [row] = await db.update(images).set(facts).where(eq(images.hash, hash)).returning(columns)
  return row
}
