import { and, desc, eq, isNull } from 'drizzle-orm'
import type { ShopType } from '#shared/shops.ts'
import type { Db } from './client.ts'
import { products, type qcPhotos, type reviews } from './schema.ts'

/**
 * The marketplace that is meant by an item number alone, which two of them may share: the one of the newest item
 * in the catalogue, else of the newest row in `table`; undefined when nobody knows the number.
 */
export async function shopOfItem(
  db: Db,
  itemId: string,
  table: typeof qcPhotos | typeof reviews,
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
    .where(eq(table.itemId, itemId))
    .orderBy(desc(table.createdAt))
    .limit(1)
  return row?.shopType
}
