import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { matchesInfo, matchesProduct } from '#db/queries/known-item.ts'
import { lockShownVariant, updateShownVariant } from '#db/queries/shown-variant.ts'
import { productInfos, products } from '#db/schema.ts'
import type { QueryKey } from '#shared/contract.ts'
import { yuanToFen } from '#shared/format/money.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { ProductInfo } from '../../contract.ts'

/** An item's information, its source and time. Images are sources, not URLs. */
export type StoredInfo = { info: ProductInfo; source: string; fetchedAt: Date }

/** Written by us; it never becomes stale. */
export const catalogueSource = 'catalogue'

/** The catalogue's or a source's last answer about an item. */
export async function readInfo(db: Db, { shopType, itemId }: ItemKey): Promise<StoredInfo | undefined> {
  const [row] = await db
    .select({ info: productInfos.info, source: productInfos.source, fetchedAt: productInfos.fetchedAt })
    .from(productInfos)
    .where(and(eq(productInfos.shopType, shopType), eq(productInfos.itemId, itemId)))
  return row
}

/**
 * Replaces the stored answer of a source; the catalogue's own information stays. Returns the answers that are stale by
 * what it made of the shown variant.
 */
export function writeInfo(db: Db, { shopType, itemId }: ItemKey, kept: StoredInfo): Promise<QueryKey[]> {
  return db.transaction(async (tx) => {
    const key = { shopType, itemId }
    await lockShownVariant(tx, key)
    await tx
      .insert(productInfos)
      .values({ ...key, ...kept })
      .onConflictDoUpdate({
        target: [productInfos.shopType, productInfos.itemId],
        set: kept,
        setWhere: ne(productInfos.source, catalogueSource),
      })
    return updateShownVariant(tx, key)
  })
}

/** Changes an item's title where the information is our own. */
export async function updateInfoTitle(db: Db, key: ItemKey, title: string): Promise<void> {
  await db
    .update(productInfos)
    .set({ info: sql`jsonb_set(${productInfos.info}, '{title}', to_jsonb(${title}::text))` })
    .where(isCatalogueInfo(key))
}

/** Changes an item's pictures, as sources, where the information is our own. */
export async function updateInfoPictures(db: Db, key: ItemKey, pictures: readonly string[]): Promise<void> {
  await db
    .update(productInfos)
    .set({ info: sql`jsonb_set(${productInfos.info}, '{imgList}', ${JSON.stringify(pictures)}::jsonb)` })
    .where(isCatalogueInfo(key))
}

/** Information as pages show it. */
export type ShownInfo = StoredInfo & {
  /** The variant that stands for the item; null without variants. */
  shownSku: string | null
}

/** The same with the shown variant, and with the pictures that an admin chose, which win over a source's. */
export async function toShownInfo(db: Db, key: ItemKey, kept: StoredInfo): Promise<ShownInfo> {
  const [row] = await db
    .select({ pictures: products.pictures, shown: productInfos.shown })
    .from(sql`(values (1)) as one`)
    .leftJoin(products, matchesProduct(key))
    .leftJoin(productInfos, matchesInfo(key))
  const shownSku = row?.shown?.skuId ?? null
  return { ...kept, shownSku, info: applyPictures(kept.info, row?.pictures ?? []) }
}

/** The first of an admin's pictures is also that of the variants which look as the seller's first does. */
function applyPictures(info: ProductInfo, pictures: readonly string[]): ProductInfo {
  const [thumbnail] = pictures
  if (thumbnail === undefined) return info
  const first = info.skus[0]?.imgUrl
  const skus = info.skus.map((sku) => (sku.imgUrl === first ? { ...sku, imgUrl: thumbnail } : sku))
  return { ...info, imgList: [...pictures], skus }
}

/** Changes an item's price, in fen, where the information is our own, and that of its shown variant with it. */
export async function updateInfoPrice(tx: Db, key: ItemKey, priceFen: number): Promise<void> {
  const isOurs = isCatalogueInfo(key)
  await lockShownVariant(tx, key)
  const [row] = await tx.select({ info: productInfos.info }).from(productInfos).where(isOurs).for('update')
  if (row)
    await tx
      .update(productInfos)
      .set({ info: applyPrice(row.info, priceFen) })
      .where(isOurs)
  await updateShownVariant(tx, key)
}

/** Variants keep their difference from the item's price; one that would become free gets the item's price. */
function applyPrice(info: ProductInfo, priceFen: number): ProductInfo {
  const more = info.price === null ? 0 : priceFen - yuanToFen(info.price)
  const shiftPrice = (yuan: number) => {
    const fen = yuanToFen(yuan) + more
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

/** The little that the catalogue has of an item without a description. */
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
