import { and, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import {
  findVariantPrice,
  type KnownItem,
  knownColumns,
  matchesInfo,
  matchesProduct,
  selectSku,
  toKnownItem,
} from '#db/queries/known-item.ts'
import { readVariant } from '#db/queries/shown-variant.ts'
import { productInfos, products, users, watches, watchNotices } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import { createFieldError, failures, RequestError } from '#shared/failure.ts'
import { yuanToFen } from '#shared/format/money.ts'
import { getVariantImage, type ShownVariant, toItemVariant } from '#shared/items/item-variant.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Watch, WatchDraft, WatchNotice } from '../contract.ts'
import { watchLimits, watchText } from '../texts-and-limits.ts'
import { findLastSpan, lockObservations, readPriceHistory } from './price-spans.ts'
import type { UnsubscribeTarget } from './unsubscribe-token.ts'

export type WatchService = ReturnType<typeof createWatchService>

type WatchRow = typeof watches.$inferSelect
type WatchServiceDeps = { db: Db; pictures: Pick<ImageRegistry, 'toImageUrl'> }

/** Accounts' watches and notices. */
export function createWatchService({ db, pictures }: WatchServiceDeps) {
  return {
    history: (item: ItemKey) => readPriceHistory(db, item),

    /** Lists an account's watches, the newest first. */
    async list(userId: string): Promise<Watch[]> {
      const rows = await selectWatches(db, eq(watches.userId, userId))
      return rows.map((row) => serializeWatch(row, pictures))
    },

    /** Watches an item, or changes its alerts. A condition that holds already counts as notified. */
    put: (userId: string, draft: WatchDraft): Promise<Watch> =>
      db.transaction((tx) => putWatch(tx, userId, draft, pictures)),

    /** Stops watching an item; does nothing when it is not watched. */
    async remove(userId: string, item: ItemKey): Promise<void> {
      await db.delete(watches).where(isWatch(userId, item))
    },

    /** An account's notices, the newest first. */
    notices: (userId: string): Promise<WatchNotice[]> => readNotices(db, userId, pictures),

    /** Marks as read all notices up to a moment, or all notices. */
    read: (userId: string, until: string | undefined): Promise<void> => markNoticesRead(db, userId, until),

    /** Stops emails about one item or about all; the watches stay. */
    async turnOff({ userId, item }: UnsubscribeTarget): Promise<void> {
      const isTarget = item ? isWatch(userId, item) : eq(watches.userId, userId)
      await db
        .update(watches)
        .set({ byMail: false, updatedAt: sql`now()` })
        .where(and(isTarget, eq(watches.byMail, true)))
    },

    /** Deletes old notices, and all but the newest of each account. */
    sweep: () => sweepNotices(db),
  }
}

/** A time that PostgreSQL accepts: input may have too many digits, or a year before the first one it supports. */
function toStorableTime(moment: string): string {
  return new Date(Math.max(0, Date.parse(moment))).toISOString()
}

const isWatch = (userId: string, { shopType, itemId }: ItemKey) =>
  and(eq(watches.userId, userId), eq(watches.shopType, shopType), eq(watches.itemId, itemId))

function selectWatches(db: Db, where: ReturnType<typeof and>) {
  return db
    .select({ row: watches, sku: selectSku(watches.variant), ...knownColumns })
    .from(watches)
    .leftJoin(productInfos, matchesInfo(watches))
    .leftJoin(products, matchesProduct(watches))
    .where(where)
    .orderBy(desc(watches.createdAt), desc(watches.itemId), desc(watches.shopType))
}

async function putWatch(
  tx: Db,
  userId: string,
  { productCode: itemId, shopType, sku, below, ...alerts }: WatchDraft,
  pictures: WatchServiceDeps['pictures'],
): Promise<Watch> {
  const belowFen = typeof below === 'number' ? yuanToFen(below) : null
  if (belowFen === null && !alerts.backInStock && !alerts.newPhotos)
    throw createFieldError('below', watchText.noAlert)
  const item = { shopType, itemId }
  await lockAccount(tx, userId)
  await lockObservations(tx, item)
  const [previous] = await tx.select().from(watches).where(isWatch(userId, item))
  if (!previous) await assertRoomForWatch(tx, userId)
  const last = await findLastSpan(tx, item)
  const variant = await findWatchedVariant(tx, item, { sku, previous: previous?.variant })
  // Without an observation so far, the first one creates a notice.
  const nowFen = last && ((variant && getYuanFen(variant)) ?? last.priceFen)
  const isBelow = belowFen !== null && nowFen !== undefined && nowFen < belowFen
  const values = { ...alerts, variant: variant && toItemVariant(variant), belowFen, isBelow }
  // Not now(): the transaction may have waited for the lock, and lists are sorted by this time.
  const now = sql`clock_timestamp()`
  // The stored stock state is newer than that of the last price span.
  const wasInStock = previous?.wasInStock ?? last?.inStock ?? null
  const photosSeenAt = previous?.newPhotos ? previous.photosSeenAt : now
  await tx
    .insert(watches)
    .values({ userId, ...item, ...values, wasInStock, createdAt: now, photosSeenAt: now })
    .onConflictDoUpdate({
      target: [watches.userId, watches.shopType, watches.itemId],
      set: { ...values, wasInStock, photosSeenAt, updatedAt: now },
    })
  const [row] = await selectWatches(tx, isWatch(userId, item))
  if (!row) throw new Error('The watch was written but cannot be read back in the same transaction.')
  return serializeWatch(row, pictures)
}

type WatchedVariant = { sku: string | undefined; previous: WatchRow['variant'] | undefined }

/** The requested variant, else the one watched before, else the shown variant; null without any. */
async function findWatchedVariant(
  tx: Db,
  item: ItemKey,
  { sku, previous }: WatchedVariant,
): Promise<ShownVariant | null> {
  const variant = await readVariant(tx, item, sku ?? previous?.skuId)
  if (variant === undefined && sku !== undefined) throw createFieldError('sku', watchText.noVariant)
  return variant ?? (await readVariant(tx, item, undefined)) ?? null
}

function getYuanFen({ price, currency }: Pick<ShownVariant, 'price' | 'currency'>): number | undefined {
  return price === null || currency !== 'CNY' ? undefined : yuanToFen(price)
}

/** Locks the account's watches for the rest of the transaction. */
async function lockAccount(tx: Db, userId: string): Promise<void> {
  const query = tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  const [account] = await query.for('no key update')
  // The account was deleted after the session was checked.
  if (!account) throw new RequestError(failures.unauthorized)
}

async function assertRoomForWatch(tx: Db, userId: string): Promise<void> {
  if ((await tx.$count(watches, eq(watches.userId, userId))) >= watchLimits.items)
    throw new RequestError({ status: 400, message: watchText.full, code: 'WATCHES_FULL' })
}

type WatchWithInfo = Awaited<ReturnType<typeof selectWatches>>[number]

function serializeWatch(
  { row, sku, ...columns }: WatchWithInfo,
  pictures: WatchServiceDeps['pictures'],
): Watch {
  const knownItem = toKnownItem(columns)
  const price = findVariantPrice(sku, columns)
  const yuan = [...(price ? [price] : []), ...(knownItem?.prices ?? [])].find(
    ({ currency }) => currency === 'CNY',
  )
  const hasFirstImage = sku?.imgUrl === columns.infoFirstImage
  const { pictures: itemPictures = [], image } = knownItem ?? {}
  const variantImage = getVariantImage(sku && { image: sku.imgUrl, hasFirstImage }, {
    pictures: itemPictures,
    thumbnail: image ?? '',
  })
  return {
    ...serializeItem(row, knownItem && { ...knownItem, image: variantImage || null }, pictures),
    skuId: row.variant?.skuId || null,
    variant: row.variant?.name ?? '',
    price: yuan ? yuan.amount / 100 : null,
    below: row.belowFen === null ? null : row.belowFen / 100,
    backInStock: row.backInStock,
    newPhotos: row.newPhotos,
    byMail: row.byMail,
    isBelow: row.isBelow,
  }
}

function serializeItem(
  { shopType, itemId }: Pick<WatchRow, 'shopType' | 'itemId'>,
  knownItem: KnownItem | undefined,
  { toImageUrl }: WatchServiceDeps['pictures'],
) {
  const image = knownItem?.image ? toImageUrl(knownItem.image) : null
  return { productCode: itemId, shopType, title: knownItem?.title ?? null, image }
}

function serializeNotice(
  row: typeof watchNotices.$inferSelect,
  knownItem: KnownItem | undefined,
  pictures: WatchServiceDeps['pictures'],
): WatchNotice {
  const { id, kind, value, createdAt, readAt } = row
  return {
    _id: id,
    ...serializeItem(row, knownItem, pictures),
    kind,
    value: kind === 'price' && value !== null ? value / 100 : value,
    createdAt: createdAt.toISOString(),
    isRead: readAt !== null,
  }
}

async function readNotices(
  db: Db,
  userId: string,
  pictures: WatchServiceDeps['pictures'],
): Promise<WatchNotice[]> {
  const rows = await db
    .select({ notice: watchNotices, ...knownColumns })
    .from(watchNotices)
    .leftJoin(productInfos, matchesInfo(watchNotices))
    .leftJoin(products, matchesProduct(watchNotices))
    .where(eq(watchNotices.userId, userId))
    .orderBy(desc(watchNotices.createdAt), desc(watchNotices.id))
    .limit(watchLimits.notices)
  return rows.map(({ notice, ...row }) => serializeNotice(notice, toKnownItem(row), pictures))
}

async function markNoticesRead(db: Db, userId: string, until: string | undefined): Promise<void> {
  // The times in responses are cut to the millisecond.
  const created = sql`date_trunc('milliseconds', ${watchNotices.createdAt})`
  const isSeen = until === undefined ? undefined : lte(created, toStorableTime(until))
  await db
    .update(watchNotices)
    .set({ readAt: sql`now()` })
    .where(and(eq(watchNotices.userId, userId), isNull(watchNotices.readAt), isSeen))
}

async function sweepNotices(db: Db): Promise<void> {
  const oldest = sql`now() - make_interval(days => ${watchLimits.noticeDays}::int)`
  await db.delete(watchNotices).where(lt(watchNotices.createdAt, oldest))
  await db.execute(sql`
    delete from ${watchNotices} where id in (
      select id from (
        select id, row_number() over (partition by user_id order by created_at desc, id desc) as rank
        from ${watchNotices}
      ) ranked where rank > ${watchLimits.notices}::int
    )`)
}
