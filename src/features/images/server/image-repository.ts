import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { images } from '#db/schema.ts'
import type { ImageMetadata } from '../image-registry.ts'
import { isMediaName } from '../media-name.ts'
import { type ImageHosts, parseImageHosts, toWebSource } from './image-sources.ts'
import { hashImageSource } from './uploads/signed-urls.ts'

const batchSize = 500
/** The time of last use is updated only when it is older than a month. */
const isOld = sql`${images.lastUsedAt} < now() - interval '30 days'`

type RegisterImagesOptions = { hosts?: ImageHosts; isClaim?: boolean | undefined }

/**
 * Registers image sources; a source that is neither a media name nor on an allowed host is left out. A source with a
 * new signature replaces the old one, unless it is a client's claim.
 */
export async function registerImages(
  db: Db,
  sources: readonly string[],
  { hosts = parseImageHosts(), isClaim = false }: RegisterImagesOptions = {},
): Promise<void> {
  const allowed = sources.filter((source) => isMediaName(source) || toWebSource(source, hosts) === source)
  const sourceByHash = new Map(allowed.map((source) => [hashImageSource(source), source]))
  // Concurrent inserts in the same order cannot deadlock.
  const rows = [...sourceByHash].map(([hash, source]) => ({ hash, source })).sort(compareByHash)
  for (let offset = 0; offset < rows.length; offset += batchSize) {
    await db
      .insert(images)
      .values(rows.slice(offset, offset + batchSize))
      .onConflictDoUpdate({
        target: images.hash,
        set: { lastUsedAt: sql`now()`, ...(!isClaim && { source: sql`excluded.source` }) },
        setWhere: isClaim ? isOld : sql`${isOld} or ${images.source} <> excluded.source`,
      })
  }
}

function compareByHash(left: { hash: string }, right: { hash: string }): number {
  return left.hash < right.hash ? -1 : 1
}

export async function findImageSource(db: Db, hash: string): Promise<string | undefined> {
  const [row] = await db.select({ source: images.source }).from(images).where(eq(images.hash, hash))
  return row?.source
}

/** The metadata of the sources that were already rendered. */
export async function findImageMetadata(
  db: Db,
  sources: readonly string[],
): Promise<Map<string, ImageMetadata>> {
  const metadataByHash = new Map<string, ImageMetadata>()
  const hashBySource = new Map(sources.map((source) => [source, hashImageSource(source)]))
  const requestedHashes = [...new Set(hashBySource.values())]
  for (let offset = 0; offset < requestedHashes.length; offset += batchSize) {
    const rows = await db
      .select()
      .from(images)
      .where(
        and(
          inArray(images.hash, requestedHashes.slice(offset, offset + batchSize)),
          isNotNull(images.colour),
        ),
      )
    for (const { hash, width, height, colour, fingerprint } of rows) {
      if (width && height && colour && fingerprint)
        metadataByHash.set(hash, { width, height, colour, fingerprint })
    }
  }
  return new Map(
    [...hashBySource].flatMap(([source, hash]) => {
      const metadata = metadataByHash.get(hash)
      return metadata ? [[source, metadata] as const] : []
    }),
  )
}
