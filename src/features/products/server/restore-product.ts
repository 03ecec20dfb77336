import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { lockItem } from '#db/queries/item-lock.ts'
import { getNextPosition, lockPositions } from '#db/queries/positions.ts'
import { computeRatings } from '#db/queries/ratings.ts'
import { products } from '#db/schema.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { assertNotListed, productNotFound, recordProductEvent } from './catalogue-checks.ts'
import { updateInfoPrice } from './info/info-repository.ts'

/**
 * Restores the deleted product of an item to the end of the list, and returns its position. Throws a
 * RequestError when there is none (404), or when the item is in the list (409).
 */
export async function restoreProduct(db: Db, item: ItemKey): Promise<number> {
  return db.transaction(async (tx) => {
    await lockPositions(tx, products)
    await lockItem(tx, item)
    await assertNotListed(tx, item)
    const [deleted] = await tx
      .select({ id: products.id, priceFen: products.priceFen })
      .from(products)
      .where(
        and(
          eq(products.shopType, item.shopType),
          eq(products.itemId, item.itemId),
          isNotNull(products.deletedAt),
        ),
      )
      .orderBy(desc(products.deletedAt))
      .limit(1)
    if (!deleted) throw productNotFound()
    const position = await getNextPosition(tx, products)
    const restored = { deletedAt: null, position, ...(await computeRatings(tx, item)) }
    await tx.update(products).set(restored).where(eq(products.id, deleted.id))
    await updateInfoPrice(tx, item, deleted.priceFen)
    await recordProductEvent(tx, 'product-restored', { ...item, actor: {} })
    return position
  })
}
