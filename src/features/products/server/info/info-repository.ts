import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { productInfos, products } from '#db/schema.ts'
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

/** Replaces the stored answer of a source; the catalogue's own information stays. */
export async function writeInfo(db: Db, { shopType, itemId }: ItemKey, kept: StoredInfo): Promise<void> {
  await db
    .insert(productInfos)
    .values({ shopType, itemId, ...kept })
    .onConflictDoUpdate({
      target: [productInfos.shopType, productInfos.itemId],
      set: kept,
      setWhere: ne(productInfos.source, catalogueSource),
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

/** The same with the pictures that an admin chose for the item, which win over a source's. */
export async function withOwnPictures(db: Db, key: ItemKey, kept: StoredInfo): Promise<StoredInfo> {
  const [row] = await db.select({ pictures: products.pictures }).from(products).where(isListed(key))
  return row && row.pictures.length > 0 ? { ...kept, info: { ...kept.info, imgList: row.pictures } } : kept
}

/** Changes an item's price, in fen, where the information is our own. */
export async function updateInfoPrice(tx: Db, key: ItemKey, priceFen: number): Promise<void> {
  const isOurs = isCatalogueInfo(key)
  const [row] = await tx.select({ info: productInfos.info }).from(productInfos).where(isOurs).for('update')
  if (row)
    await tx
      .update(productInfos)
      .set({ info: applyPrice(row.info, priceFen) })
      .where(isOurs)
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

function isListed({ shopType, itemId }: ItemKey): SQL | undefined {
  return and(eq(products.shopType, shopType), eq(products.itemId, itemId), isNull(products.deletedAt))
}

/** The little that the catalogue has of an item without a description. */
export async function readProductInfo(db: Db, key: ItemKey): Promise<StoredInfo | undefined> {
  const [row] = await db.select().from(products).where(isListed(key))
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
