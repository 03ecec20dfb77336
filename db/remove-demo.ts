import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, inArray, isNull, like, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/db.ts'
import { lockItem } from '#db/queries/item-lock.ts'
import { lockPositions } from '#db/queries/positions.ts'
import { recomputeRatings } from '#db/queries/ratings.ts'
import { updateShownVariant } from '#db/queries/shown-variant.ts'
import {
  collectionEntries,
  images,
  itemPrices,
  photoSubmissions,
  productInfos,
  products,
  qcPhotos,
  qcSnapshots,
  reviews,
  watches,
  watchNotices,
} from '#db/schema.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { readDemoItems, readDemoReviews } from './read-demo.ts'
import { type DemoItem, getItemKey } from './seed-products.ts'

/** How many rows of each kind are removed, by the words in which the command names them. */
type DemoCounts = Record<string, number>
export type DemoRemoval = {
  counts: DemoCounts
  /** Names of items that the operator made their own; they stay. */
  ownNames: string[]
  /** The folders of pictures that no row names any more. */
  removedSlugs: string[]
}

type ItemTable = PgTable & { shopType: PgColumn; itemId: PgColumn }
/** Everything that hangs on an item; photos of a review, and views of a product, go with it. */
const itemTables: [noun: string, table: ItemTable][] = [
  ['products', products],
  ['reviews', reviews],
  ['collection entries', collectionEntries],
  ['QC photos', qcPhotos],
  ['photo submissions', photoSubmissions],
  ['watches', watches],
  ['notices of watches', watchNotices],
  ['price records', itemPrices],
  ['records of item data', productInfos],
  ['records of outside photos', qcSnapshots],
]

/** Ends the transaction of a count. */
class OnlyCounted extends Error {}

/**
 * Removes the items of the demo catalog with all that hangs on them, in one transaction; without `isConfirmed` it only counts.
 * An item whose name or picture was changed is the operator's own and stays; the demo's reviews and photos of it go. Agents
 * stay. A second call removes nothing.
 */
export async function removeDemo(
  db: Db,
  { mediaDir, isConfirmed }: { mediaDir: string; isConfirmed: boolean },
): Promise<DemoRemoval> {
  const items = await readDemoItems()
  const { comments, denied } = await readDemoReviews()
  const texts = [...Object.values(comments).flat(), ...denied].map(([, text]) => text)
  let removal: DemoRemoval = { counts: {}, ownNames: [], removedSlugs: [] }
  const run = db.transaction(async (tx) => {
    removal = await removeAll(tx, items, texts)
    if (!isConfirmed) throw new OnlyCounted()
  })
  await run.catch((error: unknown) => {
    if (!(error instanceof OnlyCounted)) throw error
  })
  // Those in a bucket stay: no row names them.
  const slugs = isConfirmed ? removal.removedSlugs : []
  for (const slug of slugs) await rm(join(mediaDir, 'demo', slug), { recursive: true, force: true })
  return removal
}

async function removeAll(tx: Db, items: DemoItem[], texts: string[]): Promise<DemoRemoval> {
  await lockPositions(tx, products)
  const keys = items.map(getItemKey).toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))
  for (const key of keys) await lockItem(tx, key)
  const own = await findOwn(tx, items)
  const isRemoved = ({ itemId }: ItemKey) => own.every((item) => item.itemId !== itemId)
  const removed = keys.filter(isRemoved)
  const counts: DemoCounts = {}
  for (const [noun, table] of itemTables)
    counts[noun] = removed.length === 0 ? 0 : await deleteRows(tx, table, isOneOf(table, removed))
  for (const item of own) {
    const [goneReviews, gonePhotos] = await removeDemoParts(tx, item, texts)
    counts.reviews = (counts.reviews ?? 0) + goneReviews
    counts['QC photos'] = (counts['QC photos'] ?? 0) + gonePhotos
  }
  await tx.execute(sql`update ${products} set position = placed.position
    from (select id, row_number() over (order by position) as position from ${products} where deleted_at is null) placed
    where ${products.id} = placed.id and ${products.position} <> placed.position`)
  const removedSlugs = items.filter((item) => isRemoved(getItemKey(item))).map(({ slug }) => slug)
  for (const slug of removedSlugs) await tx.delete(images).where(like(images.source, `demo/${slug}/%`))
  return { counts, ownNames: own.map(({ name }) => name), removedSlugs }
}

/** The listed items of the catalog whose name or picture is no longer the demo's. */
async function findOwn(tx: Db, items: DemoItem[]): Promise<(ItemKey & { name: string })[]> {
  const rows = await tx
    .select()
    .from(products)
    .where(and(isNull(products.deletedAt), isOneOf(products, items.map(getItemKey))))
  return rows.filter(({ itemId, name, thumbnail }) => {
    const item = items.find(({ productCode }) => productCode === itemId)
    return name !== item?.title || !thumbnail.startsWith('demo/')
  })
}

/** Removes the demo's reviews and photos of an item that stays; returns how many. */
async function removeDemoParts(
  tx: Db,
  item: ItemKey,
  texts: string[],
): Promise<[reviews: number, photos: number]> {
  const isDemoReview = and(isNull(reviews.userId), inArray(reviews.comment, texts))
  const isDemoPhoto = and(isNull(qcPhotos.submissionId), like(qcPhotos.image, 'demo/%'))
  const counts: [number, number] = [
    await deleteRows(tx, reviews, and(isOneOf(reviews, [item]), isDemoReview)),
    await deleteRows(tx, qcPhotos, and(isOneOf(qcPhotos, [item]), isDemoPhoto)),
  ]
  await recomputeRatings(tx, item)
  await updateShownVariant(tx, item)
  return counts
}

const isOneOf = (table: ItemTable, keys: readonly ItemKey[]): SQL =>
  sql`(${table.shopType}, ${table.itemId}) in (${sql.join(
    keys.map(({ shopType, itemId }) => sql`(${shopType}, ${itemId})`),
    sql`, `,
  )})`

async function deleteRows(tx: Db, table: PgTable, where: SQL | undefined): Promise<number> {
  return (await tx.delete(table).where(where)).rowCount ?? 0
}
