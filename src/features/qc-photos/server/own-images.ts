import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { isPublicPhoto } from '#db/queries/public-photos.ts'
import { qcPhotos } from '#db/schema.ts'
import type { ItemKey } from '#shared/marketplaces.ts'

/** The sources of an item's photos that this site stores and shows. */
export async function listOwnImages(db: Db, { shopType, itemId }: ItemKey): Promise<string[]> {
  const rows = await db
    .select({ image: qcPhotos.image })
    .from(qcPhotos)
    .where(and(eq(qcPhotos.shopType, shopType), eq(qcPhotos.itemId, itemId), isPublicPhoto()))
  return rows.map(({ image }) => image)
}
