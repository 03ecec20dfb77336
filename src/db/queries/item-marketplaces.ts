import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { ShopType } from '#shared/marketplaces.ts'
import type { Db } from '../db.ts'
import { productInfos, products, type qcPhotos, type reviews } from '../schema.ts'

/**
 * Finds the marketplace of an item number, which can exist on several marketplaces: that of the newest product, else that of
 * the newest visible row in `table`. Undefined when the number is unknown.
 */
export async function findItemMarketplace(
  db: Db,
  itemId: string,
  table: typeof qcPhotos | typeof reviews,
  isVisible?: SQL,
): Promise<ShopType | undefined> {
  const [product] = await db
    .select({ shopType: products.shopType })
    .from(products)
    .where(and(eq(products.itemId, itemId), isNull(products.deletedAt)))
    .orderBy(desc(products.createdAt))
    .limit(1)
  if (product) return product.shopType
  const [row] = await db
    .select({ shopType: table.shopType })
    .from(table)
    .where(and(eq(table.itemId, itemId), isVisible))
    .orderBy(desc(table.createdAt))
    .limit(1)
  return row?.shopType
}

/** All marketplaces with a known item of that number, from the catalogue or from a source. */
export async function listItemMarketplaces(db: Db, itemId: string): Promise<ShopType[]> {
  const listed = db
    .select({ shopType: products.shopType })
    .from(products)
    .where(and(eq(products.itemId, itemId), isNull(products.deletedAt)))
  const stored = db
    .select({ shopType: productInfos.shopType })
    .from(productInfos)
    .where(eq(productInfos.itemId, itemId))
  const rows = await union(listed, stored)
  return rows.map(({ shopType }) => shopType)
}
