import { and, eq, isNotNull, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { watches, watchNotices } from '#db/schema.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Observation } from '../observation.ts'
import type { NoticeKind } from '../texts-and-limits.ts'

const isWatchOfItem = ({ shopType, itemId }: ItemKey) =>
  and(eq(watches.shopType, shopType), eq(watches.itemId, itemId))

/**
 * Creates the notices of an observation, and stores for each watch whether its condition holds, so that the user is
 * notified again only after it stopped holding. Observations must be locked. Returns the number of notices.
 */
export async function notifyPriceAndStock(
  tx: Db,
  item: ItemKey,
  { priceFen, inStock, variantFen = {} }: Observation,
): Promise<number> {
  const priceNotices = priceFen === undefined ? 0 : await notifyPrice(tx, item, { priceFen, variantFen })
  const stockNotices = inStock === null ? 0 : await notifyStock(tx, item, inStock)
  return priceNotices + stockNotices
}

type ObservedPrices = { priceFen: number; variantFen: Readonly<Record<string, number>> }

/** Compares the watched variant's own price if it was observed, otherwise the lowest price of all variants. */
async function notifyPrice(tx: Db, item: ItemKey, { priceFen, variantFen }: ObservedPrices): Promise<number> {
  const watchedFen = sql`coalesce((${JSON.stringify(variantFen)}::jsonb ->> (${watches.variant} ->> 'skuId'))::int, ${priceFen}::int)`
  const isBelow = sql`${watches.belowFen} > ${watchedFen}`
  const isDue = and(isNotNull(watches.belowFen), isBelow, eq(watches.isBelow, false))
  const notified = await insertNotices(tx, item, { kind: 'price', value: watchedFen, to: isDue })
  const holds = sql`coalesce(${isBelow}, false)`
  await tx
    .update(watches)
    .set({ isBelow: holds })
    .where(and(isWatchOfItem(item), sql`${watches.isBelow} <> ${holds}`))
  return notified
}

/** Notifies only when an earlier observation said that the item was sold out. */
async function notifyStock(tx: Db, item: ItemKey, inStock: boolean): Promise<number> {
  const isDue = and(eq(watches.backInStock, true), eq(watches.wasInStock, false))
  const notified = inStock ? await insertNotices(tx, item, { kind: 'stock', value: null, to: isDue }) : 0
  await tx
    .update(watches)
    .set({ wasInStock: inStock })
    .where(and(isWatchOfItem(item), sql`${watches.wasInStock} is distinct from ${inStock}`))
  return notified
}

/** The number of photos, and the account that submitted them, which gets no notice. */
export type NewPhotos = { count: number; uploader?: string | null }

/** Creates notices of new photos; an unread notice is updated instead. */
export async function notifyNewPhotos(
  tx: Db,
  item: ItemKey,
  { count, uploader = null }: NewPhotos,
): Promise<number> {
  const { shopType, itemId } = item
  const isUnread = and(
    eq(watchNotices.shopType, shopType),
    eq(watchNotices.itemId, itemId),
    eq(watchNotices.kind, 'photos'),
    isNull(watchNotices.readAt),
    isNull(watchNotices.mailedAt),
  )
  const isWanted = and(
    eq(watches.newPhotos, true),
    uploader === null ? undefined : ne(watches.userId, uploader),
  )
  const isMatch = and(isWatchOfItem(item), isWanted)
  // Locked: a concurrent transaction waits here and adds to these notices.
  await tx
    .select({ userId: watches.userId })
    .from(watches)
    .where(isMatch)
    .orderBy(watches.userId)
    .for('update')
  const watchers = tx.select({ userId: watches.userId }).from(watches).where(isMatch)
  const updated = await tx
    .update(watchNotices)
    .set({ value: sql`${watchNotices.value} + ${count}::int`, createdAt: sql`clock_timestamp()` })
    .where(and(isUnread, sql`${watchNotices.userId} in ${watchers}`))
  const unreadNotices = tx
    .select({ id: watchNotices.id })
    .from(watchNotices)
    .where(and(isUnread, eq(watchNotices.userId, watches.userId)))
  const isDue = and(isWanted, notExists(unreadNotices))
  const notified = await insertNotices(tx, item, { kind: 'photos', value: count, to: isDue })
  await tx.update(watches).set({ photosSeenAt: sql`clock_timestamp()` }).where(isMatch)
  return notified + (updated.rowCount ?? 0)
}

type NoticeData = { kind: NoticeKind; value: SQL | number | null; to: SQL | undefined }

/** Inserts one notice for each watch of the item that matches `to`. */
async function insertNotices(tx: Db, item: ItemKey, { kind, value, to }: NoticeData): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into ${watchNotices} (user_id, shop_type, item_id, kind, value, created_at)
    select user_id, shop_type, item_id, ${kind}, (${value})::int, clock_timestamp()
    from ${watches} where ${and(isWatchOfItem(item), to)}`)
  return rowCount ?? 0
}
