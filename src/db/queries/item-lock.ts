import { sql } from 'drizzle-orm'
import type { ShopType } from '#shared/marketplaces.ts'
import type { Db } from '../db.ts'

/**
 * Locks the item for the rest of the transaction: no other one changes its reviews and what is computed from
 * them, whether the item is in the catalogue or not. Taken after the lock of a list, if both are needed.
 */
export async function lockItem(
  tx: Db,
  { shopType, itemId }: { shopType: ShopType; itemId: string },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`item ${shopType}/${itemId}`}, 0))`)
}
