import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { infoOf, type KnownItem, knownColumns, knownOf, productOf, readKnownItem } from '#db/known-item.ts'
import { collectionEntries, productInfos, products, users } from '#db/schema.ts'
import { shopsWithItem } from '#db/shop-of-item.ts'
import type { ImageRegistry } from '#features/pictures/image-registry.ts'
import { failures, RequestError } from '#shared/failure.ts'
import type { ShopType } from '#shared/shops.ts'
import type { CollectionEntry } from '../contract.ts'
import { collectionSize, collectionText, undoMinutes } from '../spec.ts'
import { snapshotOf } from './snapshot.ts'

export type CollectionService = ReturnType<typeof createCollectionService>

type Row = typeof collectionEntries.$inferSelect
/** One item of one person; without a store where its number alone tells which. */
type Named = { userId: string; itemId: string; shopType?: ShopType | undefined }
type CollectionServiceDeps = {
  db: Db
  pictures: Pick<ImageRegistry, 'addressOf'>
  /** Told of what somebody looked at, to look after what is not known of it any more or not yet. */
  refresh: (seen: SeenEntry[]) => void
}
/** An entry and what we know of its item; `fetchedAt` is when a source said so, null when none did. */
export type SeenEntry = {
  entry: Row
  known: KnownItem | undefined
  source: string | null
  fetchedAt: Date | null
}

/** What people keep. Nobody outside is asked while somebody waits. */
export function createCollectionService({ db, pictures, refresh }: CollectionServiceDeps) {
  return {
    /** Everything that a person keeps, the newest first. */
    async view(userId: string): Promise<CollectionEntry[]> {
      const seen = await readEntries(db, userId)
      refresh(seen)
      return seen.map(({ entry, known }) => present(entry, known, pictures))
    },

    /** Keeps an item as it is known now; what is kept already, or was until just now, is as it was. */
    add: (named: Named): Promise<CollectionEntry> =>
      db.transaction(async (tx) => {
        await lockCollection(tx, named.userId)
        const key = { itemId: named.itemId, shopType: named.shopType ?? (await onlyShop(tx, named.itemId)) }
        const known = await readKnownItem(tx, key)
        const entry = { userId: named.userId, ...key }
        const kept =
          (await readKept(tx, entry)) ?? (await takeBack(tx, entry)) ?? (await insert(tx, entry, known))
        return present(kept, known, pictures)
      }),

    /** Keeps an item no longer; one that was not kept is no mistake. */
    remove: (named: Named): Promise<void> =>
      db.transaction(async (tx) => {
        await lockCollection(tx, named.userId)
        const rows = await tx.select().from(collectionEntries).where(keptAs(named))
        if (rows.length > 1)
          throw new RequestError({ status: 409, message: collectionText.whichStore, code: 'AMBIGUOUS_ITEM' })
        await tx.update(collectionEntries).set({ removedAt: sql`clock_timestamp()` }).where(keptAs(named))
      }),

    /** Forgets what was taken out and cannot come back any more. */
    sweep: () => db.delete(collectionEntries).where(isGone),
  }
}

async function readEntries(db: Db, userId: string): Promise<SeenEntry[]> {
  const rows = await db
    .select({
      entry: collectionEntries,
      ...knownColumns,
      source: productInfos.source,
      fetchedAt: productInfos.fetchedAt,
    })
    .from(collectionEntries)
    .leftJoin(productInfos, infoOf(collectionEntries))
    .leftJoin(products, productOf(collectionEntries))
    .where(keptBy(userId))
    .orderBy(
      desc(collectionEntries.createdAt),
      desc(collectionEntries.itemId),
      desc(collectionEntries.shopType),
    )
  return rows.map(({ entry, source, fetchedAt, ...row }) => ({
    entry,
    known: knownOf(row),
    source,
    fetchedAt,
  }))
}

/** Makes the rest of the transaction the only one that changes what the person keeps. */
async function lockCollection(tx: Db, userId: string): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  // The account went between the check of the session and here.
  if (!account) throw new RequestError(failures.unauthorized)
}

async function onlyShop(tx: Db, itemId: string): Promise<ShopType> {
  const [shop, ...others] = await shopsWithItem(tx, itemId)
  if (shop && others.length === 0) return shop
  throw new RequestError({ status: 400, message: collectionText.whichStore, code: 'AMBIGUOUS_ITEM' })
}

const keptBy = (userId: string) =>
  and(eq(collectionEntries.userId, userId), isNull(collectionEntries.removedAt))
const isGone = lt(
  collectionEntries.removedAt,
  sql`clock_timestamp() - make_interval(mins => ${undoMinutes}::int)`,
)

function keptAs({ userId, itemId, shopType }: Named) {
  const isInShop = shopType && eq(collectionEntries.shopType, shopType)
  return and(keptBy(userId), eq(collectionEntries.itemId, itemId), isInShop)
}

type Key = { userId: string; itemId: string; shopType: ShopType }

async function readKept(tx: Db, key: Key): Promise<Row | undefined> {
  const [row] = await tx.select().from(collectionEntries).where(keptAs(key))
  return row
}

/** What was just taken out, as it was; what was taken out long ago is forgotten. */
async function takeBack(tx: Db, { userId, itemId, shopType }: Key): Promise<Row | undefined> {
  await refuseFull(tx, userId)
  const isIt = and(
    eq(collectionEntries.userId, userId),
    eq(collectionEntries.itemId, itemId),
    eq(collectionEntries.shopType, shopType),
  )
  await tx.delete(collectionEntries).where(and(isIt, isGone))
  const [row] = await tx.update(collectionEntries).set({ removedAt: null }).where(isIt).returning()
  return row
}

async function refuseFull(tx: Db, userId: string): Promise<void> {
  if ((await tx.$count(collectionEntries, keptBy(userId))) >= collectionSize)
    throw new RequestError({ status: 400, message: collectionText.full, code: 'COLLECTION_FULL' })
}

async function insert(tx: Db, { userId, shopType, itemId }: Key, known: KnownItem | undefined): Promise<Row> {
  const [row] = await tx
    .insert(collectionEntries)
    // The transaction began before its turn came, and the newest is shown first.
    .values({ userId, shopType, itemId, ...snapshotOf(known), createdAt: sql`clock_timestamp()` })
    .returning()
  if (!row) throw new Error('The database returned no entry.')
  return row
}

/** An entry that came without a snapshot shows what is known by now, until that is stored. */
function present(
  row: Row,
  known: KnownItem | undefined,
  { addressOf }: CollectionServiceDeps['pictures'],
): CollectionEntry {
  const { title, priceMinor, currency, image } = row.title === null ? { ...row, ...snapshotOf(known) } : row
  const now = known?.prices.find((one) => one.currency === currency)
  return {
    _id: `${row.shopType}/${row.itemId}`,
    productCode: row.itemId,
    shopType: row.shopType,
    title,
    price: priceMinor === null ? null : priceMinor / 100,
    currency,
    imgList: image ? [addressOf(image)] : [],
    createdAt: row.createdAt.toISOString(),
    weight: known?.weight ?? null,
    dimensions: known?.dimensions ?? null,
    priceNow: now ? now.amount / 100 : null,
  }
}
