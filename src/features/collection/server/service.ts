import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { listItemMarketplaces } from '#db/queries/item-marketplaces.ts'
import {
  findVariantPrice,
  type KnownItem,
  knownColumns,
  matchesInfo,
  matchesProduct,
  readKnownItem,
  selectSku,
  toKnownItem,
} from '#db/queries/known-item.ts'
import { type LabeledPhoto, selectPhotoSummary } from '#db/queries/public-photos.ts'
import { readVariant } from '#db/queries/shown-variant.ts'
import { collectionEntries, productInfos, products, users } from '#db/schema.ts'
import { getItemKind } from '#features/freight/kinds/item-kind.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import { failures, RequestError } from '#shared/failure.ts'
import type { ShownVariant } from '#shared/items/item-variant.ts'
import type { LinkNote } from '#shared/items/link-hints.ts'
import { findPhotoOfVariant } from '#shared/items/shown-variant.ts'
import type { ItemKey, ShopType } from '#shared/marketplaces.ts'
import {
  cutPage,
  isAfterCursor,
  type ListPage,
  type PageRequest,
  selectMicroseconds,
} from '#shared/server/list-page.ts'
import type { CollectionEntry } from '../contract.ts'
import { collectionErrors, maxCollectionEntries, undoMinutes } from '../texts-and-limits.ts'
import { createEntrySnapshot, type EntrySnapshot } from './entry-snapshot.ts'

export type CollectionService = ReturnType<typeof createCollectionService>

type CollectionEntryRow = typeof collectionEntries.$inferSelect
/** One item of one user; without a marketplace the item number alone selects it. */
type EntrySelector = { userId: string; itemId: string; shopType?: ShopType | undefined }
/** The variant to save, and the hints from the member's own link. */
type AddedDetails = { skuId?: string | undefined; note?: LinkNote | undefined }
export type CollectionServiceDeps = {
  db: Db
  pictures: Pick<ImageRegistry, 'toImageUrl'>
  /** Whether a source can be asked for the items of a marketplace. */
  hasSource: (shopType: ShopType) => boolean
  /** Called with viewed entries, to refresh stale data and fill missing data. */
  refresh: (entries: EntryWithItem[]) => void
}
/** An entry and the stored data of its item; `fetchedAt` is the time of the source, null without a source. */
export type EntryWithItem = {
  entry: CollectionEntryRow
  /** The time when it was saved, with microseconds. */
  at: string
  knownItem: KnownItem | undefined
  /** The current price of the saved variant. */
  priceNow: { amount: number; currency: string } | undefined
  /** The stock of the saved variant; null when unknown. */
  stock: number | null
  /** The item's shown variant (docs/glossary.md) now. */
  shownVariant: ShownVariant | null
  /** The newest QC photo of each variant. */
  photos: LabeledPhoto[]
  source: string | null
  fetchedAt: Date | null
}

/** Members' collections. No request waits for a source. */
export function createCollectionService({ db, refresh, ...serializer }: CollectionServiceDeps) {
  return {
    /** A page of a user's entries, the newest first. */
    async view(
      userId: string,
      { limit, offset, after }: PageRequest = wholeList,
    ): Promise<ListPage<CollectionEntry> & { total: number }> {
      const isOwn = belongsTo(userId)
      const rows = await readEntries(db, and(isOwn, isAfterCursor(newestFirst, after)), {
        limit: limit + 1,
        offset,
      })
      const { items, next } = cutPage(rows, limit, ({ at, entry }) => ({
        at,
        keys: [entry.itemId, entry.shopType],
      }))
      refresh(items)
      const total = await db.$count(collectionEntries, isOwn)
      return { items: items.map((entry) => serializeCollectionEntry(entry, serializer)), next, total }
    },

    /**
     * Saves the shown variant of an item, or that of a sku, with its current data. An item that is already saved, or
     * was removed within the undo time, is unchanged unless the sku names another variant. A note is stored only for an
     * item without information.
     */
    add: (selector: EntrySelector, { skuId, note }: AddedDetails = {}): Promise<CollectionEntry> =>
      db.transaction(async (tx) => {
        await lockCollection(tx, selector.userId)
        const key = {
          itemId: selector.itemId,
          shopType: selector.shopType ?? (await getOnlyMarketplace(tx, selector.itemId)),
        }
        const variant = await readVariant(tx, key, skuId)
        if (variant === undefined)
          throw new RequestError({
            status: 400,
            message: collectionErrors.noVariant,
            code: 'UNKNOWN_VARIANT',
          })
        const entry = { userId: selector.userId, ...key }
        const existing = (await findEntry(tx, entry)) ?? (await restoreEntry(tx, entry))
        if (!existing || (skuId !== undefined && existing.variant?.skuId !== skuId))
          await writeEntry(tx, entry, await createSnapshot(tx, key, { variant, note }))
        const [stored] = await readEntries(tx, matchesEntry(entry), { limit: 1, offset: 0 })
        if (!stored)
          throw new Error('The collection entry was written but cannot be read back in the same transaction.')
        return serializeCollectionEntry(stored, serializer)
      }),

    /** Removes an item; does nothing when it is not saved. */
    remove: (selector: EntrySelector): Promise<void> =>
      db.transaction(async (tx) => {
        await lockCollection(tx, selector.userId)
        const rows = await tx.select().from(collectionEntries).where(matchesEntry(selector))
        if (rows.length > 1)
          throw new RequestError({
            status: 409,
            message: collectionErrors.whichStore,
            code: 'AMBIGUOUS_ITEM',
          })
        await tx
          .update(collectionEntries)
          .set({ removedAt: sql`clock_timestamp()` })
          .where(matchesEntry(selector))
      }),

    /** Deletes removed entries whose undo time is over. */
    sweep: () => db.delete(collectionEntries).where(expiredCondition),
  }
}

const wholeList: PageRequest = { limit: maxCollectionEntries, offset: 0, after: undefined }
const newestFirst = {
  at: collectionEntries.createdAt,
  keys: [collectionEntries.itemId, collectionEntries.shopType],
  isNewestFirst: true,
}

async function readEntries(
  db: Db,
  where: SQL | undefined,
  { limit, offset }: Pick<PageRequest, 'limit' | 'offset'>,
): Promise<EntryWithItem[]> {
  const photos = selectPhotoSummary(db, collectionEntries)
  const rows = await db
    .select({
      entry: collectionEntries,
      at: selectMicroseconds(collectionEntries.createdAt),
      ...knownColumns,
      sku: selectSku(collectionEntries.variant),
      shownVariant: productInfos.shown,
      photos: photos.labeled,
      source: productInfos.source,
      fetchedAt: productInfos.fetchedAt,
    })
    .from(collectionEntries)
    .leftJoin(productInfos, matchesInfo(collectionEntries))
    .leftJoin(products, matchesProduct(collectionEntries))
    .leftJoinLateral(photos, sql`true`)
    .where(where)
    .orderBy(
      desc(collectionEntries.createdAt),
      desc(collectionEntries.itemId),
      desc(collectionEntries.shopType),
    )
    .limit(limit)
    .offset(offset)
  return rows.map(({ entry, at, sku, shownVariant, photos, source, fetchedAt, ...row }) => {
    const knownItem = toKnownItem(row)
    const priceNow = entry.variant
      ? findVariantPrice(sku, row)
      : knownItem?.prices.find(({ currency }) => currency === entry.currency)
    const stock = sku?.stock ?? null
    return { entry, at, knownItem, priceNow, stock, shownVariant, photos: photos ?? [], source, fetchedAt }
  })
}

/** Locks the user's collection for the rest of the transaction. */
async function lockCollection(tx: Db, userId: string): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  // The account was deleted after the session was checked.
  if (!account) throw new RequestError(failures.unauthorized)
}

async function getOnlyMarketplace(tx: Db, itemId: string): Promise<ShopType> {
  const [shopType, ...others] = await listItemMarketplaces(tx, itemId)
  if (shopType && others.length === 0) return shopType
  throw new RequestError({ status: 400, message: collectionErrors.whichStore, code: 'AMBIGUOUS_ITEM' })
}

const belongsTo = (userId: string) =>
  and(eq(collectionEntries.userId, userId), isNull(collectionEntries.removedAt))
const expiredCondition = lt(
  collectionEntries.removedAt,
  sql`clock_timestamp() - make_interval(mins => ${undoMinutes}::int)`,
)

function matchesEntry({ userId, itemId, shopType }: EntrySelector) {
  const isInMarketplace = shopType && eq(collectionEntries.shopType, shopType)
  return and(belongsTo(userId), eq(collectionEntries.itemId, itemId), isInMarketplace)
}

type EntryKey = { userId: string; itemId: string; shopType: ShopType }

async function findEntry(tx: Db, key: EntryKey): Promise<CollectionEntryRow | undefined> {
  const [row] = await tx.select().from(collectionEntries).where(matchesEntry(key))
  return row
}

/** Restores an entry that was removed within the undo time; an older one is deleted. */
async function restoreEntry(
  tx: Db,
  { userId, itemId, shopType }: EntryKey,
): Promise<CollectionEntryRow | undefined> {
  await assertNotFull(tx, userId)
  const entryCondition = and(
    eq(collectionEntries.userId, userId),
    eq(collectionEntries.itemId, itemId),
    eq(collectionEntries.shopType, shopType),
  )
  await tx.delete(collectionEntries).where(and(entryCondition, expiredCondition))
  const [row] = await tx.update(collectionEntries).set({ removedAt: null }).where(entryCondition).returning()
  return row
}

async function assertNotFull(tx: Db, userId: string): Promise<void> {
  if ((await tx.$count(collectionEntries, belongsTo(userId))) >= maxCollectionEntries)
    throw new RequestError({ status: 400, message: collectionErrors.full, code: 'COLLECTION_FULL' })
}

async function createSnapshot(
  tx: Db,
  key: ItemKey,
  { variant, note }: { variant: ShownVariant | null; note: LinkNote | undefined },
): Promise<EntrySnapshot & Pick<CollectionEntryRow, 'note'>> {
  const snapshot = createEntrySnapshot(await readKnownItem(tx, key), variant)
  const isNoteNeeded = snapshot.title === null && (note?.title ?? note?.price ?? null) !== null
  return { ...snapshot, note: (isNoteNeeded && note) || null }
}

/** Inserts an entry, or replaces the item's other variant. */
async function writeEntry(
  tx: Db,
  { userId, shopType, itemId }: EntryKey,
  snapshot: EntrySnapshot & Pick<CollectionEntryRow, 'note'>,
): Promise<void> {
  // Not now(): the transaction may have waited for the lock, and lists are sorted by this time.
  const values = { ...snapshot, createdAt: sql`clock_timestamp()` }
  await tx
    .insert(collectionEntries)
    .values({ userId, shopType, itemId, ...values })
    .onConflictDoUpdate({
      target: [collectionEntries.userId, collectionEntries.shopType, collectionEntries.itemId],
      set: values,
    })
}

/** An entry without a snapshot gets the current data of its item. */
function serializeCollectionEntry(
  { entry: row, knownItem, priceNow, stock, shownVariant, photos }: EntryWithItem,
  { pictures: { toImageUrl }, hasSource }: Pick<CollectionServiceDeps, 'pictures' | 'hasSource'>,
): CollectionEntry {
  const { title, priceMinor, currency, image, variant } =
    row.title === null ? createEntrySnapshot(knownItem, shownVariant) : row
  const now = row.title === null ? { amount: priceMinor, currency } : priceNow
  const match = findPhotoOfVariant(photos, variant?.pictured ?? [])
  return {
    _id: `${row.shopType}/${row.itemId}`,
    productCode: row.itemId,
    shopType: row.shopType,
    title,
    price: priceMinor === null ? null : priceMinor / 100,
    currency,
    imgList: image ? [toImageUrl(image)] : [],
    skuId: variant?.skuId || null,
    variant: variant?.name ?? '',
    qcImage: match ? toImageUrl(match.photo.image) : null,
    qcVariant: match?.otherVariant ?? null,
    createdAt: row.createdAt.toISOString(),
    weight: knownItem?.weight ?? null,
    dimensions: knownItem?.dimensions ?? null,
    kind: getItemKind(knownItem?.title ?? title ?? row.note?.title ?? '', knownItem?.ownKind),
    priceNow: now?.currency === currency && now.amount !== null ? now.amount / 100 : null,
    note: title === null ? row.note : null,
    hasSource: hasSource(row.shopType),
    stock,
  }
}
