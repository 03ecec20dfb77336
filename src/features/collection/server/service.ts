import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
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
import { type LabeledPhoto, selectPhotoFacts } from '#db/queries/public-photos.ts'
import { readVariant } from '#db/queries/shown-variant.ts'
import { collectionEntries, productInfos, products, users } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { ShownVariant } from '#features/products/item-variant.ts'
import { findPhotoOfVariant } from '#features/products/shown-variant.ts'
import { failures, RequestError } from '#shared/failure.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import {
  cutPage,
  isBehind,
  type ListPage,
  type PageRequest,
  selectMicroseconds,
} from '#shared/server/list-page.ts'
import type { CollectionEntry } from '../contract.ts'
import { collectionRefusals, maxCollectionEntries, undoMinutes } from '../spec.ts'
import { createEntrySnapshot, type EntrySnapshot } from './entry-snapshot.ts'

export type CollectionService = ReturnType<typeof createCollectionService>

type CollectionEntryRow = typeof collectionEntries.$inferSelect
/** One item of one user; without a store the number alone identifies it. */
type EntrySelector = { userId: string; itemId: string; shopType?: ShopType | undefined }
type CollectionServiceDeps = {
  db: Db
  pictures: Pick<ImageRegistry, 'toImageUrl'>
  /** Called with viewed entries, to refresh stale data and fill missing data. */
  refresh: (seen: SeenEntry[]) => void
}
/** An entry and what we know of its item; `fetchedAt` is the source's time, null without a source. */
export type SeenEntry = {
  entry: CollectionEntryRow
  /** When it was saved, in microseconds. */
  at: string
  known: KnownItem | undefined
  /** What the saved variant costs now. */
  priceNow: { amount: number; currency: string } | undefined
  /** The variant that stands for the item now. */
  shown: ShownVariant | null
  /** The newest QC photo of each variant. */
  photos: LabeledPhoto[]
  source: string | null
  fetchedAt: Date | null
}

/** Members' collections. No source is asked while a user waits. */
export function createCollectionService({ db, pictures, refresh }: CollectionServiceDeps) {
  return {
    /** A page of a user's entries, the newest first. */
    async view(
      userId: string,
      { limit, offset, after }: PageRequest = wholeList,
    ): Promise<ListPage<CollectionEntry> & { total: number }> {
      const own = belongsTo(userId)
      const read = await readEntries(db, and(own, isBehind(newestFirst, after)), { limit: limit + 1, offset })
      const { items, next } = cutPage(read, limit, ({ at, entry }) => ({
        at,
        keys: [entry.itemId, entry.shopType],
      }))
      refresh(items)
      const total = await db.$count(collectionEntries, own)
      return { items: items.map((one) => serializeCollectionEntry(one, pictures)), next, total }
    },

    /**
     * Saves a variant of an item as it is known now: the shown one, or that of a sku. An item that is saved already, or
     * was until just now, is unchanged unless the sku names another variant of it.
     */
    add: (named: EntrySelector, skuId?: string): Promise<CollectionEntry> =>
      db.transaction(async (tx) => {
        await lockCollection(tx, named.userId)
        const key = {
          itemId: named.itemId,
          shopType: named.shopType ?? (await findOnlyShop(tx, named.itemId)),
        }
        const variant = await readVariant(tx, key, skuId)
        if (variant === undefined)
          throw new RequestError({
            status: 400,
            message: collectionRefusals.noVariant,
            code: 'UNKNOWN_VARIANT',
          })
        const entry = { userId: named.userId, ...key }
        const saved = (await findEntry(tx, entry)) ?? (await restoreEntry(tx, entry))
        if (!saved || (skuId !== undefined && saved.variant?.skuId !== skuId))
          await writeEntry(tx, entry, createEntrySnapshot(await readKnownItem(tx, key), variant))
        const [kept] = await readEntries(tx, matchesEntry(entry), { limit: 1, offset: 0 })
        if (!kept) throw new Error('The database returned no entry.')
        return serializeCollectionEntry(kept, pictures)
      }),

    /** Removes an item; one that was not saved is no error. */
    remove: (named: EntrySelector): Promise<void> =>
      db.transaction(async (tx) => {
        await lockCollection(tx, named.userId)
        const rows = await tx.select().from(collectionEntries).where(matchesEntry(named))
        if (rows.length > 1)
          throw new RequestError({
            status: 409,
            message: collectionRefusals.whichStore,
            code: 'AMBIGUOUS_ITEM',
          })
        await tx
          .update(collectionEntries)
          .set({ removedAt: sql`clock_timestamp()` })
          .where(matchesEntry(named))
      }),

    /** Deletes removed entries that cannot be restored any more. */
    sweep: () => db.delete(collectionEntries).where(isExpired),
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
): Promise<SeenEntry[]> {
  const photos = selectPhotoFacts(db, collectionEntries)
  const rows = await db
    .select({
      entry: collectionEntries,
      at: selectMicroseconds(collectionEntries.createdAt),
      ...knownColumns,
      sku: selectSku(collectionEntries.variant),
      shown: productInfos.shown,
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
  return rows.map(({ entry, at, sku, shown, photos, source, fetchedAt, ...row }) => {
    const known = toKnownItem(row)
    const present = entry.variant
      ? findVariantPrice(sku, row)
      : known?.prices.find(({ currency }) => currency === entry.currency)
    return { entry, at, known, priceNow: present, shown, photos: photos ?? [], source, fetchedAt }
  })
}

/** Locks the user's collection for the rest of the transaction. */
async function lockCollection(tx: Db, userId: string): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  // The account was deleted between the check of the session and here.
  if (!account) throw new RequestError(failures.unauthorized)
}

async function findOnlyShop(tx: Db, itemId: string): Promise<ShopType> {
  const [shop, ...others] = await listItemMarketplaces(tx, itemId)
  if (shop && others.length === 0) return shop
  throw new RequestError({ status: 400, message: collectionRefusals.whichStore, code: 'AMBIGUOUS_ITEM' })
}

const belongsTo = (userId: string) =>
  and(eq(collectionEntries.userId, userId), isNull(collectionEntries.removedAt))
const isExpired = lt(
  collectionEntries.removedAt,
  sql`clock_timestamp() - make_interval(mins => ${undoMinutes}::int)`,
)

function matchesEntry({ userId, itemId, shopType }: EntrySelector) {
  const isInShop = shopType && eq(collectionEntries.shopType, shopType)
  return and(belongsTo(userId), eq(collectionEntries.itemId, itemId), isInShop)
}

type EntryKey = { userId: string; itemId: string; shopType: ShopType }

async function findEntry(tx: Db, key: EntryKey): Promise<CollectionEntryRow | undefined> {
  const [row] = await tx.select().from(collectionEntries).where(matchesEntry(key))
  return row
}

/** Restores an entry that was just removed; one removed long ago is deleted. */
async function restoreEntry(
  tx: Db,
  { userId, itemId, shopType }: EntryKey,
): Promise<CollectionEntryRow | undefined> {
  await assertNotFull(tx, userId)
  const isIt = and(
    eq(collectionEntries.userId, userId),
    eq(collectionEntries.itemId, itemId),
    eq(collectionEntries.shopType, shopType),
  )
  await tx.delete(collectionEntries).where(and(isIt, isExpired))
  const [row] = await tx.update(collectionEntries).set({ removedAt: null }).where(isIt).returning()
  return row
}

async function assertNotFull(tx: Db, userId: string): Promise<void> {
  if ((await tx.$count(collectionEntries, belongsTo(userId))) >= maxCollectionEntries)
    throw new RequestError({ status: 400, message: collectionRefusals.full, code: 'COLLECTION_FULL' })
}

/** Saves an entry, in place of one of another variant. */
async function writeEntry(
  tx: Db,
  { userId, shopType, itemId }: EntryKey,
  snapshot: EntrySnapshot,
): Promise<void> {
  // The transaction began before its turn came, and the newest is shown first.
  const values = { ...snapshot, createdAt: sql`clock_timestamp()` }
  await tx
    .insert(collectionEntries)
    .values({ userId, shopType, itemId, ...values })
    .onConflictDoUpdate({
      target: [collectionEntries.userId, collectionEntries.shopType, collectionEntries.itemId],
      set: values,
    })
}

/** An entry without a snapshot shows what is known by now, until that is stored. */
function serializeCollectionEntry(
  { entry: row, known, priceNow, shown, photos }: SeenEntry,
  { toImageUrl }: CollectionServiceDeps['pictures'],
): CollectionEntry {
  const { title, priceMinor, currency, image, variant } =
    row.title === null ? createEntrySnapshot(known, shown) : row
  const now = row.title === null ? { amount: priceMinor, currency } : priceNow
  const reality = findPhotoOfVariant(photos, variant?.pictured ?? [])
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
    qcImage: reality ? toImageUrl(reality.photo.image) : null,
    qcVariant: reality?.otherVariant ?? null,
    createdAt: row.createdAt.toISOString(),
    weight: known?.weight ?? null,
    dimensions: known?.dimensions ?? null,
    priceNow: now?.currency === currency && now.amount !== null ? now.amount / 100 : null,
  }
}
