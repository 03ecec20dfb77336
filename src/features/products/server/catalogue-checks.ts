import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { recordEvent, type SecurityEventType } from '#db/queries/security-events.ts'
import { products } from '#db/schema.ts'
import { RequestError } from '#shared/failure.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import { manageProductText } from '../manage-texts.ts'

/** A locked row of a product that is in the list, so that it has a position. */
export type LockedProduct = typeof products.$inferSelect & { position: number }

/** Reads and locks a product of the list; throws a RequestError (404). */
export async function lockProduct(tx: Db, id: string): Promise<LockedProduct> {
  const [row] = await tx
    .select()
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)))
    .for('no key update')
  if (!row || row.position === null) throw productNotFound()
  return { ...row, position: row.position }
}

/** The error for a product that is not in the list. */
export function productNotFound(): RequestError {
  return new RequestError({ status: 404, message: manageProductText.unknown, code: 'PRODUCT_NOT_FOUND' })
}

/** Throws a RequestError (409) when the item is in the list. The result holds while the positions are locked. */
export async function assertNotListed(tx: Db, { shopType, itemId }: ItemKey): Promise<void> {
  const listed = and(eq(products.shopType, shopType), eq(products.itemId, itemId), isNull(products.deletedAt))
  if ((await tx.$count(products, listed)) > 0)
    throw new RequestError({ status: 409, message: manageProductText.exists, code: 'PRODUCT_EXISTS' })
}

type ProductEvent = ItemKey & { actor: Partial<Actor>; details?: Record<string, string> }

/** Records an admin's action on a product as a security event. */
export function recordProductEvent(
  tx: Db,
  type: Extract<SecurityEventType, `product-${string}`>,
  { shopType, itemId, actor, details }: ProductEvent,
): Promise<void> {
  const { session, caller } = actor
  const product = `${shopType}/${itemId}`
  return recordEvent(tx, { type, actorId: session?.userId, caller, details: { product, ...details } })
}
