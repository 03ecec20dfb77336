import { and, count, eq, getTableColumns, max, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isPublicPhoto, selectNewestPhoto } from '#db/queries/public-photos.ts'
import { products, qcPhotos } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import { storeNames } from '#shared/marketplaces.ts'
import type { Product } from '../contract.ts'

export type ImageUrlSource = Pick<ImageRegistry, 'toImageUrl'>

/**
 * Every item with the count and the newest of its QC photos, in one query that reads only the returned items.
 */
export function selectProducts(db: Db) {
  const qc = db
    .select({
      photos: count().as('photos'),
      newest: max(qcPhotos.takenAt).as('newest'),
    })
    .from(qcPhotos)
    .where(
      and(eq(qcPhotos.shopType, products.shopType), eq(qcPhotos.itemId, products.itemId), isPublicPhoto()),
    )
    .as('qc')
  return db
    .select({
      ...getTableColumns(products),
      qcCount: qc.photos,
      qcNewest: qc.newest,
      qcImage: selectNewestPhoto(products),
    })
    .from(products)
    .leftJoinLateral(qc, sql`true`)
    .$dynamic()
}

/** Of `selectProducts`. */
export type CatalogueRow = typeof products.$inferSelect & {
  qcCount: number | null
  qcNewest: Date | null
  qcImage: string | null
}

/** A row as the wire has it. */
export function serializeProduct(row: CatalogueRow, { toImageUrl }: ImageUrlSource): Product {
  const rating = row.reviewCount === 0 ? 0 : Math.round((row.ratingSum / row.reviewCount) * 100) / 100
  return {
    _id: row.id,
    name: row.name,
    price: row.priceFen / 100,
    thumbnailImg: toImageUrl(row.thumbnail),
    storeName: storeNames[row.shopType],
    shopType: row.shopType,
    productCode: row.itemId,
    weight: row.weightGrams,
    shippingTime: row.shippingDays,
    dimensions: row.dimensions,
    onTrend: row.onTrend,
    serial: row.position ?? 0,
    totalView: row.totalView,
    avgRetting: rating,
    avgRating: rating,
    totalReview: row.reviewCount,
    qcCount: row.qcCount ?? 0,
    qcNewest: row.qcNewest?.toISOString() ?? null,
    qcImage: row.qcImage === null ? null : toImageUrl(row.qcImage),
    version: row.version,
  }
}
