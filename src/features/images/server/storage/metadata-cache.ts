import { desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { images } from '#db/schema.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import type { ImageMetadata } from '../../image-registry.ts'

type MetadataCacheDeps = {
  db: Db
  /** How many images are cached; above that the least recently used are evicted. */
  maxEntries: number
  /** Called when the URL of an image changes. */
  onChanged: () => void
}
type CachedMetadata = { colour: string; hasAvif: boolean }
type MetadataRow = { colour: string | null; hasAvif: boolean }
export type MetadataCache = ReturnType<typeof createMetadataCache>

/**
 * Caches the metadata that URLs contain, because pages have hundreds of URLs; other metadata is in the database.
 */
export function createMetadataCache({ db, maxEntries, onChanged }: MetadataCacheDeps) {
  const cachedMetadata = createBoundedCache<CachedMetadata>(maxEntries)

  function cacheRow(hash: string, { colour, hasAvif }: MetadataRow): boolean {
    if (colour) cachedMetadata.set(hash, { colour, hasAvif })
    return colour !== null
  }

  function updateCache(hash: string, row: MetadataRow | undefined): void {
    if (row && cacheRow(hash, row)) onChanged()
  }

  return {
    /** `#8fa3b2`, `#8fa3b2-avif`, `#-avif`, or an empty text; a transparent image has no color. */
    getUrlFragment(hash: string): string {
      const metadata = cachedMetadata.get(hash)
      if (!metadata) return ''
      const colour = metadata.colour.length === '#rrggbb'.length ? metadata.colour.slice(1) : ''
      const text = colour + (metadata.hasAvif ? '-avif' : '')
      return text && `#${text}`
    },

    isKnown: (hash: string) => cachedMetadata.has(hash),
    hasAvif: (hash: string) => cachedMetadata.get(hash)?.hasAvif === true,

    /** Loads the metadata of the most recently used images. */
    async load(): Promise<void> {
      const newestRows = await readNewest(db, maxEntries)
      for (const { hash, ...metadata } of newestRows.reverse()) cacheRow(hash, metadata)
    },

    /** Loads metadata that another process may have stored. */
    recall: async (hash: string): Promise<void> => updateCache(hash, await readOne(db, hash)),

    learn: async (hash: string, metadata: ImageMetadata): Promise<void> =>
      updateCache(hash, await updateMetadata(db, hash, metadata)),

    learnAvif: async (hash: string): Promise<void> =>
      updateCache(hash, await updateMetadata(db, hash, { hasAvif: true })),
  }
}

const columns = { hash: images.hash, colour: images.colour, hasAvif: images.hasAvif }

function readNewest(db: Db, maxEntries: number) {
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
  metadata: ImageMetadata | { hasAvif: true },
): Promise<MetadataRow | undefined> {
  const [row] = await db.update(images).set(metadata).where(eq(images.hash, hash)).returning(columns)
  return row
}
