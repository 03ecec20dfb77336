import type { Db } from '#db/db.ts'
import { updateShownVariant } from '#db/queries/shown-variant.ts'
import { markStale } from '#db/transaction-guard.ts'
import { getShownQueries } from '#shared/items/shown-queries.ts'
import type { ItemKey } from '#shared/marketplaces.ts'

/**
 * Decides the item's shown variant again, and marks the queries with its photos as stale: its own, and its reviews, which may
 * show the same photos. To be called in every transaction that changes the item's public photos, after the change.
 */
export async function updatePhotos(tx: Db, { shopType, itemId }: ItemKey): Promise<void> {
  markStale([
    ['qcPhotos', { id: itemId }],
    ['findReview', { product_code: itemId }],
    ...getShownQueries(itemId),
  ])
  await updateShownVariant(tx, { shopType, itemId })
}
