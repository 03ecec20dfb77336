import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { images, itemReadings, photoUploads, qcPhotos, reviewPhotos } from '../schema.ts'

/**
 * Removes members' images that no row uses any more, so that their URLs are invalid after the transaction. Returns their
 * names, without duplicates; the caller deletes the files afterwards.
 */
export async function removeUnusedImages(tx: Db, candidates: readonly string[]): Promise<string[]> {
  const names = [...new Set(candidates)]
  if (names.length === 0) return []
  const { rows } = await tx.execute<{ image: string }>(sql`
    select image from unnest(${sql.param(names)}::text[]) image
    where not exists (select from ${photoUploads} u where u.image = image.image)
      and not exists (select from ${qcPhotos} q where q.image = image.image)
      and not exists (select from ${reviewPhotos} r where r.image = image.image)
      and not exists (select from ${itemReadings} i
        where jsonb_array_length(i.uploads) > 0 and i.uploads @> to_jsonb(image.image))`)
  const unused = rows.map(({ image }) => image)
  if (unused.length > 0) await tx.delete(images).where(inArray(images.source, unused))
  return unused
}
