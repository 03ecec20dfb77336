import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { images } from '#db/schema.ts'
import type { PictureFacts } from '../pictures.ts'
import { hashOf } from './addresses.ts'
import { type ImageHosts, imageHostsOf, isMediaName, webSource } from './sources.ts'

const rowsAtOnce = 500

/** Notes which sources our addresses stand for; what is neither a media name nor on an allowed host is left out. */
export async function keepPictures(
  db: Db,
  sources: readonly string[],
  hosts: ImageHosts = imageHostsOf(),
): Promise<void> {
  const allowed = new Set(sources.filter((one) => isMediaName(one) || webSource(one, hosts) === one))
  const rows = [...allowed].map((source) => ({ hash: hashOf(source), source }))
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await db
      .insert(images)
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflictDoNothing()
  }
}

export async function findSource(db: Db, hash: string): Promise<string | undefined> {
  const [row] = await db.select({ source: images.source }).from(images).where(eq(images.hash, hash))
  return row?.source
}

/** What is known of those sources that were drawn before. */
export async function findFacts(db: Db, sources: readonly string[]): Promise<Map<string, PictureFacts>> {
  const known = new Map<string, PictureFacts>()
  const hashes = [...new Set(sources)].map(hashOf)
  for (let at = 0; at < hashes.length; at += rowsAtOnce) {
    const rows = await db
      .select()
      .from(images)
      .where(and(inArray(images.hash, hashes.slice(at, at + rowsAtOnce)), isNotNull(images.colour)))
    for (const { source, width, height, colour, fingerprint } of rows) {
      if (width && height && colour && fingerprint) known.set(source, { width, height, colour, fingerprint })
    }
  }
  return known
}
