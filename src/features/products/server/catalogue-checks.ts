import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { recordEvent, type SecurityEventType } from '#db/queries/security-events.ts'
import { products } from '#db/schema.ts'
import { RequestError } from '#shared/failure.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Actor } from '#shared/server/access/actor.ts'
import { manageProductText } from '../manage-spec.ts'

/** A product of the list, whose place is certain. */
export type ListedProduct = typeof products.$inferSelect & { place: number }

/** Reads and locks a product of the list; throws a RequestError (404). */
export async function lockProduct(tx: Db, id: string): Promise<ListedProduct> {
  const [row] = await tx
    .select()
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)))
    .for('no key update')
  if (!row || row.position === null) throw productNotFound()
  return { ...row, place: row.position }
}

export function productNotFound(): RequestError {
  return new RequestError({ status: 404, message: manageProductText.unknown, code: 'PRODUCT_NOT_FOUND' })
}

/** Throws a RequestError (409) when the item is in the list; while the places are locked that stays true. */
export async function assertNotListed(tx: Db, { shopType, itemId }: ItemKey): Promise<void> {
  const listed = and(eq(products.shopType, shopType), eq(products.itemId, itemId), isNull(products.deletedAt))
  if ((await tx.$count(products, listed)) > 0)
    throw new RequestError({ status: 409, message: manageProductText.exists, code: 'PRODUCT_EXISTS' })
}

type ProductEvent = ItemKey & { actor: Partial<Actor>; details?: Record<string, string> }

/** Writes down what an admin did to which product. */
export function recordProductEvent(
  tx: Db,
  type: Extract<SecurityEventType, `product-${string}`>,
  { shopType, itemId, actor, details }: ProductEvent,
): Promise<void> {
  const { session, caller } = actor
  const product = `${shopType}/${itemId}`
  return recordEvent(tx, { type, actorId: session?.userId, caller, details: { product, ...details } })
}
