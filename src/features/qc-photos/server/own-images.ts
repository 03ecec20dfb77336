import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { isPublicPhoto } from '#db/queries/public-photos.ts'
import { qcPhotos } from '#db/schema.ts'
import type { ItemKey } from '#shared/marketplaces.ts'

/** The image sources of an item's public photos that this site stores. */
export async function listOwnImages(db: Db, { shopType, itemId }: ItemKey): Promise<string[]> {
  const rows = await db
    .select({ image: qcPhotos.image })
    .from(qcPhotos)
    .where(and(eq(qcPhotos.shopType, shopType), eq(qcPhotos.itemId, itemId), isPublicPhoto()))
  return rows.map(({ image }) => image)
}
