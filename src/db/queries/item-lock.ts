import { sql } from 'drizzle-orm'
import type { ShopType } from '#shared/marketplaces.ts'
import type { Db } from '../db.ts'

/**
 * Locks an item, listed or not, for the rest of the transaction: no other transaction changes its reviews and the ratings
 * computed from them. Must be taken after the lock of a list, if both are needed.
 */
export async function lockItem(
  tx: Db,
  { shopType, itemId }: { shopType: ShopType; itemId: string },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`item ${shopType}/${itemId}`}, 0))`)
}
