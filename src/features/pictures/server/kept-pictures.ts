import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { images } from '#db/schema.ts'
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
