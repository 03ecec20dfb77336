import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { images } from '#db/schema.ts'
import type { ImageMetadata } from '../image-registry.ts'
import { isMediaName } from '../media-name.ts'
import { type ImageHosts, parseImageHosts, toWebSource } from './image-sources.ts'
import { hashImageSource } from './uploads/signed-urls.ts'

const batchSize = 500
/** When a picture was last named is known to a month. */
const isOld = sql`${images.lastUsedAt} < now() - interval '30 days'`

type RegisterImagesOptions = { hosts?: ImageHosts; isClaim?: boolean | undefined }

/**
 * Registers the sources behind our URLs; what is neither a media name nor on an allowed host is left out. A
 * URL that was signed anew replaces the former one, unless it is only a client's claim.
 */
export async function registerImages(
  db: Db,
  sources: readonly string[],
  { hosts = parseImageHosts(), isClaim = false }: RegisterImagesOptions = {},
): Promise<void> {
  const allowed = sources.filter((one) => isMediaName(one) || toWebSource(one, hosts) === one)
  const byHash = new Map(allowed.map((source) => [hashImageSource(source), source]))
  // In one order, to avoid deadlocks.
  const rows = [...byHash].map(([hash, source]) => ({ hash, source })).sort(compareByHash)
  for (let at = 0; at < rows.length; at += batchSize) {
    await db
      .insert(images)
      .values(rows.slice(at, at + batchSize))
      .onConflictDoUpdate({
        target: images.hash,
        set: { lastUsedAt: sql`now()`, ...(!isClaim && { source: sql`excluded.source` }) },
        setWhere: isClaim ? isOld : sql`${isOld} or ${images.source} <> excluded.source`,
      })
  }
}

function compareByHash(one: { hash: string }, other: { hash: string }): number {
  return one.hash < other.hash ? -1 : 1
}

export async function findImageSource(db: Db, hash: string): Promise<string | undefined> {
  const [row] = await db.select({ source: images.source }).from(images).where(eq(images.hash, hash))
  return row?.source
}

/** The metadata of those sources that were rendered before. */
export async function findImageMetadata(
  db: Db,
  sources: readonly string[],
): Promise<Map<string, ImageMetadata>> {
  const metadataByImage = new Map<string, ImageMetadata>()
  const hashes = new Map(sources.map((source) => [source, hashImageSource(source)]))
  const wanted = [...new Set(hashes.values())]
  for (let at = 0; at < wanted.length; at += batchSize) {
    const rows = await db
      .select()
      .from(images)
      .where(and(inArray(images.hash, wanted.slice(at, at + batchSize)), isNotNull(images.colour)))
    for (const { hash, width, height, colour, fingerprint } of rows) {
      if (width && height && colour && fingerprint)
        metadataByImage.set(hash, { width, height, colour, fingerprint })
    }
  }
  return new Map(
    [...hashes].flatMap(([source, hash]) => {
      const facts = metadataByImage.get(hash)
      return facts ? [[source, facts] as const] : []
    }),
  )
}
