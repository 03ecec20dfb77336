import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { qcPhotos } from '#db/schema.ts'
import { shopOfItem } from '#db/shop-of-item.ts'
import { isShownPhoto } from '#db/shown-photos.ts'
import type { Pictures } from '#features/pictures/pictures.ts'
import type { ShopType } from '#shared/shops.ts'
import type { QcAnswer, QcItem } from '../contract.ts'

export type QcService = ReturnType<typeof createQcService>

type Deps = { db: Db; pictures: Pick<Pictures, 'addressOf'> }

/** Photos that this site keeps: warehouses', and people's that were approved. */
export function createQcService({ db, pictures }: Deps) {
  return {
    /** An item's photos, newest first; without a marketplace those of the item that is meant by the number. */
    async find(itemId: string, shopType?: ShopType): Promise<QcAnswer> {
      const shop = shopType ?? (await shopOfItem(db, itemId, qcPhotos, isShownPhoto()))
      const rows = shop ? await photosOf(db, itemId, shop) : []
      const items = rows.map((row) => present(row, pictures))
      return { state: items.length > 0 ? 'photos' : 'none', photos: items.map(({ url }) => url), items }
    },
  }
}

function photosOf(db: Db, itemId: string, shopType: ShopType) {
  return db
    .select()
    .from(qcPhotos)
    .where(and(eq(qcPhotos.shopType, shopType), eq(qcPhotos.itemId, itemId), isShownPhoto()))
    .orderBy(sql`${desc(qcPhotos.takenAt)} nulls last`, asc(qcPhotos.createdAt), asc(qcPhotos.image))
}

function present(row: typeof qcPhotos.$inferSelect, { addressOf }: Deps['pictures']): QcItem {
  return {
    url: addressOf(row.image),
    source: row.source,
    agent: row.agent,
    variant: row.variant,
    finding: row.finding,
    takenAt: row.takenAt?.toISOString() ?? null,
    width: row.width,
    height: row.height,
    placeholder: null,
  }
}
