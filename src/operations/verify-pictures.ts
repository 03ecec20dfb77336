import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isMediaName } from '#features/images/media-name.ts'
import { hasImageSignature } from '#features/images/server/rendering/transcode.ts'
import { shownImages } from '#features/images/server/storage/image-sweep.ts'
import { type MediaLocation, readMedia } from '#features/images/server/storage/originals.ts'
import type { Violation } from './verify.ts'

/** Checks that there is a readable file for every image of ours that a row names, here or in the bucket. */
export async function verifyPictures(db: Db, place: MediaLocation): Promise<Violation[]> {
  const query: SQL = sql`select distinct address from (${shownImages}) shown order by address`
  const { rows } = await db.execute<{ address: string | null }>(query)
  const offenders: string[] = []
  for (const { address } of rows) {
    if (!address || !isMediaName(address)) continue
    const bytes = await readMedia(address, place).catch(() => undefined)
    if (!bytes) offenders.push(`${address} cannot be read`)
    else if (!hasImageSignature(bytes)) offenders.push(`${address} is not an image`)
  }
  return offenders.length > 0 ? [{ name: 'Every image that the database names must exist.', offenders }] : []
}
