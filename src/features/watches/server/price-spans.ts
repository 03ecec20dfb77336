import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { itemPrices } from '#db/schema.ts'
import type { ItemKey } from '#shared/shops.ts'
import type { PriceHistory } from '../contract.ts'
import { watchLimits } from '../spec.ts'

type Span = typeof itemPrices.$inferSelect
export type SeenPrice = { priceFen: number; inStock: boolean | null; source: string; at: Date }

const isOf = ({ shopType, itemId }: ItemKey) =>
  and(eq(itemPrices.shopType, shopType), eq(itemPrices.itemId, itemId))

/** Locks the item's observations and watches for the rest of the transaction. */
export async function lockLooks(tx: Db, { shopType, itemId }: ItemKey): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`look ${shopType}/${itemId}`}, 0))`)
}

/** The newest span of an item. */
export async function lastSpan(db: Db, item: ItemKey): Promise<Span | undefined> {
  const [span] = await db
    .select()
    .from(itemPrices)
    .where(isOf(item))
    .orderBy(desc(itemPrices.firstSeen))
    .limit(1)
  return span
}

/** Extends the last span, or begins one; observations must be locked. One older than the last is ignored. */
export async function recordPrice(tx: Db, item: ItemKey, seen: SeenPrice): Promise<boolean> {
  const last = await lastSpan(tx, item)
  if (last && seen.at < last.lastSeen) return false
  if (last && agrees(last, seen)) {
    await tx
      .update(itemPrices)
      .set({ lastSeen: seen.at })
      .where(and(isOf(item), eq(itemPrices.firstSeen, last.firstSeen)))
    return true
  }
  const { at, ...price } = seen
  // Spans never share a moment, even where two looks do.
  const begin = last && at <= last.lastSeen ? new Date(last.lastSeen.getTime() + 1) : at
  await tx.insert(itemPrices).values({ ...item, ...price, firstSeen: begin, lastSeen: begin })
  await dropOldest(tx, item)
  return true
}

function agrees(last: Span, { priceFen, inStock, at }: SeenPrice): boolean {
  const isSame = last.priceFen === priceFen && last.inStock === inStock
  return isSame && at.getTime() - last.lastSeen.getTime() <= watchLimits.spanGapMs
}

async function dropOldest(tx: Db, item: ItemKey): Promise<void> {
  const oldestKept = tx
    .select({ firstSeen: itemPrices.firstSeen })
    .from(itemPrices)
    .where(isOf(item))
    .orderBy(desc(itemPrices.firstSeen))
    .offset(watchLimits.spans - 1)
    .limit(1)
  await tx.delete(itemPrices).where(and(isOf(item), lt(itemPrices.firstSeen, sql`(${oldestKept})`)))
}

/** An item's observed prices. */
export async function readHistory(db: Db, item: ItemKey): Promise<PriceHistory> {
  const rows = await db.select().from(itemPrices).where(isOf(item)).orderBy(asc(itemPrices.firstSeen))
  const spans = rows.map(({ firstSeen, lastSeen, priceFen, inStock }) => ({
    from: firstSeen.toISOString(),
    to: lastSeen.toISOString(),
    price: priceFen / 100,
    inStock,
  }))
  return { since: spans[0]?.from ?? null, spans }
}
