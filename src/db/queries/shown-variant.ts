import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { describeVariant, type ShownVariant } from '#shared/items/item-variant.ts'
import { getShownQueries } from '#shared/items/shown-queries.ts'
import { chooseShownVariant } from '#shared/items/shown-variant.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Db } from '../db.ts'
import { productInfos, products, qcPhotos, qcSnapshots } from '../schema.ts'
import { markStale } from '../transaction-guard.ts'
import { matchesInfo, matchesProduct } from './known-item.ts'
import { isPublicPhoto } from './public-photos.ts'

/**
 * Locks the item's shown variant until the transaction ends: no other transaction can change it meanwhile. Take this lock
 * before the item's stored information is changed, and before the lock of its observations.
 */
export async function lockShownVariant(tx: Db, { shopType, itemId }: ItemKey): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shown ${shopType}/${itemId}`}, 0))`)
}

/**
 * Decides anew which variant stands for an item. To be called in every transaction that changes its stored information
 * or its public QC photos, after the change.
 */
export async function updateShownVariant(tx: Db, item: ItemKey): Promise<void> {
  const { shopType, itemId } = item
  const key = { shopType, itemId }
  await lockShownVariant(tx, key)
  const [row] = await tx
    .select({ info: productInfos.info, shown: productInfos.shown })
    .from(productInfos)
    .where(matchesInfo(key))
  if (!row) return
  const shownVariant = chooseShownVariant(row.info, await listPhotoLabels(tx, key))
  if (isDeepStrictEqual(shownVariant, row.shown)) return
  await tx.update(productInfos).set({ shown: shownVariant }).where(matchesInfo(key))
  // What strangers look up is in no list, and must not renew them.
  const isListed = (await tx.$count(products, matchesProduct(key))) > 0
  markStale(isListed ? getShownQueries(itemId) : [['productInfo', { shopType, productCode: itemId }]])
}

/** The variants that photos of ours and of outside sources name. */
async function listPhotoLabels(tx: Db, { shopType, itemId }: ItemKey): Promise<string[]> {
  const own = await tx
    .selectDistinct({ variant: qcPhotos.variant })
    .from(qcPhotos)
    .where(
      and(
        eq(qcPhotos.shopType, shopType),
        eq(qcPhotos.itemId, itemId),
        isNotNull(qcPhotos.variant),
        isPublicPhoto(),
      ),
    )
  const outside = await tx
    .select({ photos: qcSnapshots.photos })
    .from(qcSnapshots)
    .where(and(eq(qcSnapshots.shopType, shopType), eq(qcSnapshots.itemId, itemId)))
  const all = [...own, ...outside.flatMap(({ photos }) => photos)]
  return [...new Set(all.flatMap(({ variant }) => variant || []))]
}

/**
 * A variant of an item by its sku, or the shown one: null where the item's variants are not known, undefined where they
 * are and this is none of them.
 */
export async function readVariant(
  db: Db,
  item: ItemKey,
  skuId: string | undefined,
): Promise<ShownVariant | null | undefined> {
  const [row] = await db
    .select({ info: productInfos.info, shown: productInfos.shown })
    .from(productInfos)
    .where(matchesInfo(item))
  if (!row || row.info.skus.length === 0) return null
  if (skuId === undefined || skuId === row.shown?.skuId) return row.shown
  const sku = row.info.skus.find(({ skuID }) => skuID === skuId)
  return sku && describeVariant(row.info, sku)
}
