import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { isMediaName } from '#features/images/media-name.ts'
import { hasImageSignature } from '#features/images/server/rendering/transcode.ts'
import { shownImages } from '#features/images/server/storage/image-sweep.ts'
import { type MediaLocation, readMedia } from '#features/images/server/storage/originals.ts'
import type { Violation } from './verify.ts'

/** Checks that every stored image that a row names is readable, on the disk or in the bucket. */
export async function verifyPictures(db: Db, location: MediaLocation): Promise<Violation[]> {
  const query: SQL = sql`select distinct address from (${shownImages}) shown order by address`
  const { rows } = await db.execute<{ address: string | null }>(query)
  const offenders: string[] = []
  for (const { address } of rows) {
    if (!address || !isMediaName(address)) continue
    const bytes = await readMedia(address, location).catch(() => undefined)
    if (!bytes) offenders.push(`${address} cannot be read`)
    else if (!hasImageSignature(bytes)) offenders.push(`${address} is not an image`)
  }
  return offenders.length > 0 ? [{ name: 'Every image that the database names must exist.', offenders }] : []
}
