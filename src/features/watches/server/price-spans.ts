import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { itemPrices } from '#db/schema.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { PriceHistory } from '../contract.ts'
import { watchLimits } from '../texts-and-limits.ts'

type PriceSpanRow = typeof itemPrices.$inferSelect
export type ObservedPrice = { priceFen: number; inStock: boolean | null; source: string; at: Date }

const isPriceOfItem = ({ shopType, itemId }: ItemKey) =>
  and(eq(itemPrices.shopType, shopType), eq(itemPrices.itemId, itemId))

/** Locks the item's observations and watches for the rest of the transaction. */
export async function lockObservations(tx: Db, { shopType, itemId }: ItemKey): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`look ${shopType}/${itemId}`}, 0))`)
}

/** The newest span of an item. */
export async function findLastSpan(db: Db, item: ItemKey): Promise<PriceSpanRow | undefined> {
  const [span] = await db
    .select()
    .from(itemPrices)
    .where(isPriceOfItem(item))
    .orderBy(desc(itemPrices.firstSeen))
    .limit(1)
  return span
}

/**
 * Extends the last span, or begins a new one. Observations must be locked. Returns false for an observation older
 * than the last one, which is ignored.
 */
export async function recordPrice(tx: Db, item: ItemKey, observed: ObservedPrice): Promise<boolean> {
  const last = await findLastSpan(tx, item)
  if (last && observed.at < last.lastSeen) return false
  if (last && canExtendSpan(last, observed)) {
    await tx
      .update(itemPrices)
      .set({ lastSeen: observed.at })
      .where(and(isPriceOfItem(item), eq(itemPrices.firstSeen, last.firstSeen)))
    return true
  }
  const { at, ...price } = observed
  // Spans never share a moment, even when two observations do.
  const begin = last && at <= last.lastSeen ? new Date(last.lastSeen.getTime() + 1) : at
  await tx.insert(itemPrices).values({ ...item, ...price, firstSeen: begin, lastSeen: begin })
  await deleteOldestSpans(tx, item)
  return true
}

function canExtendSpan(last: PriceSpanRow, { priceFen, inStock, at }: ObservedPrice): boolean {
  const isSame = last.priceFen === priceFen && last.inStock === inStock
  return isSame && at.getTime() - last.lastSeen.getTime() <= watchLimits.spanGapMs
}

async function deleteOldestSpans(tx: Db, item: ItemKey): Promise<void> {
  const oldestToKeep = tx
    .select({ firstSeen: itemPrices.firstSeen })
    .from(itemPrices)
    .where(isPriceOfItem(item))
    .orderBy(desc(itemPrices.firstSeen))
    .offset(watchLimits.spans - 1)
    .limit(1)
  await tx
    .delete(itemPrices)
    .where(and(isPriceOfItem(item), lt(itemPrices.firstSeen, sql`(${oldestToKeep})`)))
}

/** All observed prices of an item. */
export async function readPriceHistory(db: Db, item: ItemKey): Promise<PriceHistory> {
  const rows = await db
    .select()
    .from(itemPrices)
    .where(isPriceOfItem(item))
    .orderBy(asc(itemPrices.firstSeen))
  const spans = rows.map(({ firstSeen, lastSeen, priceFen, inStock }) => ({
    from: firstSeen.toISOString(),
    to: lastSeen.toISOString(),
    price: priceFen / 100,
    inStock,
  }))
  return { since: spans[0]?.from ?? null, spans }
}
