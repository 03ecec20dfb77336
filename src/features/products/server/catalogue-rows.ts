import { getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { matchesInfo } from '#db/queries/known-item.ts'
import { selectPhotoSummary } from '#db/queries/public-photos.ts'
import { productInfos, products } from '#db/schema.ts'
import { getItemKind } from '#features/freight/kinds/item-kind.ts'
import { findOwnKind } from '#features/freight/kinds/kind.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import { formatPictured, getVariantImage } from '#shared/items/item-variant.ts'
import { findPhotoOfVariant } from '#shared/items/shown-variant.ts'
import { storeNames } from '#shared/marketplaces.ts'
import type { Product } from '../contract.ts'

export type ImageUrlSource = Pick<ImageRegistry, 'toImageUrl'>

/** The price of the shown variant in fen; the product's own price when no source has one in yuan. */
export const shownPriceFen = sql<number>`coalesce(
  case when ${productInfos.shown} ->> 'currency' = 'CNY' then round((${productInfos.shown} ->> 'price')::numeric * 100)::int end,
  ${products.priceFen})`

/**
 * Selects products with their shown variant and the facts of their QC photos, in one query.
 */
export function selectProducts(db: Db) {
  const qc = selectPhotoSummary(db, products)
  return db
    .select({
      ...getTableColumns(products),
      shown: productInfos.shown,
      shownPriceFen: shownPriceFen.mapWith(Number),
      qcCount: qc.photos,
      qcNewest: qc.newest,
      qcLabeled: qc.labeled,
    })
    .from(products)
    .leftJoin(productInfos, matchesInfo(products))
    .leftJoinLateral(qc, sql`true`)
    .$dynamic()
}

/** A row of `selectProducts`. */
export type CatalogueRow = Awaited<ReturnType<typeof selectProducts>>[number]

/** Serializes a row for the API. */
export function serializeProduct(row: CatalogueRow, { toImageUrl }: ImageUrlSource): Product {
  const qcMatch = findPhotoOfVariant(row.qcLabeled ?? [], row.shown?.pictured ?? [])
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
    qcImage: qcMatch ? toImageUrl(qcMatch.photo.image) : null,
    qcVariant: qcMatch?.otherVariant ?? null,
    shown: {
      skuId: row.shown?.skuId || null,
      name: row.shown?.name ?? '',
      pictured: row.shown ? formatPictured(row.shown) : '',
      price: row.shownPriceFen / 100,
      image: toImageUrl(getVariantImage(row.shown, row)),
    },
    kind: getItemKind(row.name, row.kind),
    ownKind: findOwnKind(row.kind),
    version: row.version,
  }
}
