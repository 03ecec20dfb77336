import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { matchesInfo, matchesProduct } from '#db/queries/known-item.ts'
import { lockShownVariant, updateShownVariant } from '#db/queries/shown-variant.ts'
import { productInfos, products } from '#db/schema.ts'
import { markStale } from '#db/transaction-guard.ts'
import { yuanToFen } from '#shared/format/money.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import type { ItemKey } from '#shared/marketplaces.ts'

/** An item's stored information with its source and time. Images are sources, not URLs. */
export type StoredInfo = { info: ProductInfo; source: string; fetchedAt: Date }

/** The source name of our own information, which never becomes stale. */
export const catalogueSource = 'catalogue'

/** The source name of what a member read and an admin approved: any other source replaces it. */
export const readingSource = 'reading'

/** Reads the stored information of an item, from the catalogue or an outside source. */
export async function readInfo(db: Db, { shopType, itemId }: ItemKey): Promise<StoredInfo | undefined> {
  const [row] = await db
    .select({ info: productInfos.info, source: productInfos.source, fetchedAt: productInfos.fetchedAt })
    .from(productInfos)
    .where(and(eq(productInfos.shopType, shopType), eq(productInfos.itemId, itemId)))
  return row
}

/**
 * Replaces the stored information of an outside source. The catalogue's own information is kept. `hasChanged`: whether the
 * item's information is another than before.
 */
export function writeInfo(
  db: Db,
  { shopType, itemId }: ItemKey,
  stored: StoredInfo,
  hasChanged: boolean,
): Promise<void> {
  return db.transaction(async (tx) => {
    const key = { shopType, itemId }
    await lockShownVariant(tx, key)
    await tx
      .insert(productInfos)
      .values({ ...key, ...stored })
      .onConflictDoUpdate({
        target: [productInfos.shopType, productInfos.itemId],
        set: stored,
        setWhere: ne(productInfos.source, catalogueSource),
      })
    if (hasChanged) markStale([['productInfo', { shopType, productCode: itemId }]])
    await updateShownVariant(tx, key)
  })
}

/** Stores what a member read and an admin approved, unless a source has answered. */
export async function publishReading(
  tx: Db,
  item: ItemKey,
  { info, at }: { info: ProductInfo; at: Date },
): Promise<void> {
  const key = { shopType: item.shopType, itemId: item.itemId }
  const stored = { info, source: readingSource, fetchedAt: at }
  await lockShownVariant(tx, key)
  await tx
    .insert(productInfos)
    .values({ ...key, ...stored })
    .onConflictDoUpdate({
      target: [productInfos.shopType, productInfos.itemId],
      set: stored,
      setWhere: eq(productInfos.source, readingSource),
    })
  markStale([['productInfo', { shopType: key.shopType, productCode: key.itemId }]])
  await updateShownVariant(tx, key)
}

/** Deletes what a member read, when an admin takes the approval back. */
export async function withdrawReading(tx: Db, { shopType, itemId }: ItemKey): Promise<void> {
  await lockShownVariant(tx, { shopType, itemId })
  await tx
    .delete(productInfos)
    .where(
      and(
        eq(productInfos.shopType, shopType),
        eq(productInfos.itemId, itemId),
        eq(productInfos.source, readingSource),
      ),
    )
  markStale([['productInfo', { shopType, productCode: itemId }]])
}

/** Changes the title in the catalogue's own information of an item. */
export async function updateInfoTitle(db: Db, key: ItemKey, title: string): Promise<void> {
  await db
    .update(productInfos)
    .set({ info: sql`jsonb_set(${productInfos.info}, '{title}', to_jsonb(${title}::text))` })
    .where(isCatalogueInfo(key))
}

/** Changes the pictures, as sources, in the catalogue's own information of an item. */
export async function updateInfoPictures(db: Db, key: ItemKey, pictures: readonly string[]): Promise<void> {
  await db
    .update(productInfos)
    .set({ info: sql`jsonb_set(${productInfos.info}, '{imgList}', ${JSON.stringify(pictures)}::jsonb)` })
    .where(isCatalogueInfo(key))
}

/** An item's information as pages show it. */
export type ShownInfo = StoredInfo & {
  /** The id of the shown variant; null without variants. */
  shownSku: string | null
}

/** Adds the shown variant, and replaces a source's pictures by those that an admin chose. */
export async function toShownInfo(db: Db, key: ItemKey, stored: StoredInfo): Promise<ShownInfo> {
  const [row] = await db
    .select({ pictures: products.pictures, shown: productInfos.shown })
    .from(sql`(values (1)) as one`)
    .leftJoin(products, matchesProduct(key))
    .leftJoin(productInfos, matchesInfo(key))
  const shownSku = row?.shown?.skuId ?? null
  return { ...stored, shownSku, info: applyPictures(stored.info, row?.pictures ?? []) }
}

/** The first of an admin's pictures also replaces the image of the variants that share the first variant's image. */
function applyPictures(info: ProductInfo, pictures: readonly string[]): ProductInfo {
  const [thumbnail] = pictures
  if (thumbnail === undefined) return info
  const firstImage = info.skus[0]?.imgUrl
  const skus = info.skus.map((sku) => (sku.imgUrl === firstImage ? { ...sku, imgUrl: thumbnail } : sku))
  return { ...info, imgList: [...pictures], skus }
}

/** Changes the price in the catalogue's own information of an item, and the price of its shown variant. */
export async function updateInfoPrice(tx: Db, key: ItemKey, priceFen: number): Promise<void> {
  const isOwnInfo = isCatalogueInfo(key)
  await lockShownVariant(tx, key)
  const [row] = await tx.select({ info: productInfos.info }).from(productInfos).where(isOwnInfo).for('update')
  if (row)
    await tx
      .update(productInfos)
      .set({ info: applyPrice(row.info, priceFen) })
      .where(isOwnInfo)
  await updateShownVariant(tx, key)
}

/** Variants keep their difference to the item's price. A variant that would cost nothing gets the item's price. */
function applyPrice(info: ProductInfo, priceFen: number): ProductInfo {
  const differenceFen = info.price === null ? 0 : priceFen - yuanToFen(info.price)
  const shiftPrice = (yuan: number) => {
    const fen = yuanToFen(yuan) + differenceFen
    return (fen > 0 ? fen : priceFen) / 100
  }
  const skus = info.skus.map((sku) => (sku.price === null ? sku : { ...sku, price: shiftPrice(sku.price) }))
  return { ...info, price: priceFen / 100, skus }
}

function isCatalogueInfo({ shopType, itemId }: ItemKey): SQL | undefined {
  return and(
    eq(productInfos.shopType, shopType),
    eq(productInfos.itemId, itemId),
    eq(productInfos.source, catalogueSource),
  )
}

/** The information from a product's row alone, for an item without stored information. */
export async function readProductInfo(db: Db, key: ItemKey): Promise<StoredInfo | undefined> {
  const [row] = await db.select().from(products).where(matchesProduct(key))
  if (!row) return undefined
  const info: ProductInfo = {
    title: row.name,
    titleOriginal: '',
    price: row.priceFen / 100,
    currency: 'CNY',
    imgList: row.thumbnail ? [row.thumbnail] : [],
    skus: [],
    productAttr: [],
    propsTrans: {},
  }
  return { info, source: catalogueSource, fetchedAt: row.updatedAt }
}
