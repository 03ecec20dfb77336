import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { listItemMarketplaces } from '#db/queries/item-marketplaces.ts'
import {
  type KnownItem,
  knownColumns,
  matchesInfo,
  matchesProduct,
  readKnownItem,
  toKnownItem,
} from '#db/queries/known-item.ts'
import { selectNewestPhoto } from '#db/queries/public-photos.ts'
import { collectionEntries, productInfos, products, users } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import { failures, RequestError } from '#shared/failure.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import type { CollectionEntry } from '../contract.ts'
import { collectionText, maxCollectionEntries, undoMinutes } from '../spec.ts'
import { createEntrySnapshot } from './entry-snapshot.ts'

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
  known: KnownItem | undefined
  /** The newest QC photo. */
  qcImage: string | null
  source: string | null
  fetchedAt: Date | null
}

/** Members' collections. No source is asked while a user waits. */
export function createCollectionService({ db, pictures, refresh }: CollectionServiceDeps) {
  return {
    /** All entries of a user, the newest first. */
    async view(userId: string): Promise<CollectionEntry[]> {
      const seen = await readEntries(db, belongsTo(userId))
      refresh(seen)
      return seen.map((one) => serializeCollectionEntry(one, pictures))
    },

    /** Saves an item as it is known now; one that is saved already, or was until just now, is unchanged. */
    add: (named: EntrySelector): Promise<CollectionEntry> =>
      db.transaction(async (tx) => {
        await lockCollection(tx, named.userId)
        const key = {
          itemId: named.itemId,
          shopType: named.shopType ?? (await findOnlyShop(tx, named.itemId)),
        }
        const known = await readKnownItem(tx, key)
        const entry = { userId: named.userId, ...key }
        if (!(await findEntry(tx, entry)) && !(await restoreEntry(tx, entry)))
          await insertEntry(tx, entry, known)
        const [kept] = await readEntries(tx, matchesEntry(entry))
        if (!kept) throw new Error('The database returned no entry.')
        return serializeCollectionEntry(kept, pictures)
      }),

    /** Removes an item; one that was not saved is no error. */
    remove: (named: EntrySelector): Promise<void> =>
      db.transaction(async (tx) => {
        await lockCollection(tx, named.userId)
        const rows = await tx.select().from(collectionEntries).where(matchesEntry(named))
        if (rows.length > 1)
          throw new RequestError({ status: 409, message: collectionText.whichStore, code: 'AMBIGUOUS_ITEM' })
        await tx
          .update(collectionEntries)
          .set({ removedAt: sql`clock_timestamp()` })
          .where(matchesEntry(named))
      }),

    /** Deletes removed entries that cannot be restored any more. */
    sweep: () => db.delete(collectionEntries).where(isExpired),
  }
}

async function readEntries(db: Db, where: SQL | undefined): Promise<SeenEntry[]> {
  const rows = await db
    .select({
      entry: collectionEntries,
      ...knownColumns,
      qcImage: selectNewestPhoto(collectionEntries),
      source: productInfos.source,
      fetchedAt: productInfos.fetchedAt,
    })
    .from(collectionEntries)
    .leftJoin(productInfos, matchesInfo(collectionEntries))
    .leftJoin(products, matchesProduct(collectionEntries))
    .where(where)
    .orderBy(
      desc(collectionEntries.createdAt),
      desc(collectionEntries.itemId),
      desc(collectionEntries.shopType),
    )
  return rows.map(({ entry, qcImage, source, fetchedAt, ...row }) => ({
    entry,
    qcImage,
    known: toKnownItem(row),
    source,
    fetchedAt,
  }))
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
  throw new RequestError({ status: 400, message: collectionText.whichStore, code: 'AMBIGUOUS_ITEM' })
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
    throw new RequestError({ status: 400, message: collectionText.full, code: 'COLLECTION_FULL' })
}

async function insertEntry(
  tx: Db,
  { userId, shopType, itemId }: EntryKey,
  known: KnownItem | undefined,
): Promise<void> {
  await tx
    .insert(collectionEntries)
    // The transaction began before its turn came, and the newest is shown first.
    .values({ userId, shopType, itemId, ...createEntrySnapshot(known), createdAt: sql`clock_timestamp()` })
}

/** An entry without a snapshot shows what is known by now, until that is stored. */
function serializeCollectionEntry(
  { entry: row, known, qcImage }: SeenEntry,
  { toImageUrl }: CollectionServiceDeps['pictures'],
): CollectionEntry {
  const { title, priceMinor, currency, image } =
    row.title === null ? { ...row, ...createEntrySnapshot(known) } : row
  const now = known?.prices.find((one) => one.currency === currency)
  return {
    _id: `${row.shopType}/${row.itemId}`,
    productCode: row.itemId,
    shopType: row.shopType,
    title,
    price: priceMinor === null ? null : priceMinor / 100,
    currency,
    imgList: image ? [toImageUrl(image)] : [],
    qcImage: qcImage === null ? null : toImageUrl(qcImage),
    createdAt: row.createdAt.toISOString(),
    weight: known?.weight ?? null,
    dimensions: known?.dimensions ?? null,
    priceNow: now ? now.amount / 100 : null,
  }
}
