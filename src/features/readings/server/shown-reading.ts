import { and, asc, countDistinct, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { itemReadings, readingReports } from '#db/schema.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { readingRules } from '../texts-and-limits.ts'

export type ReadingRow = typeof itemReadings.$inferSelect

/**
 * The reading of an item that everyone sees, one with a title before others: an admin's choice, else one that a second
 * member confirmed, else the first. One that members of several networks called wrong waits for an admin unseen.
 */
export async function findShownReading(
  db: Db,
  { shopType, itemId }: ItemKey,
): Promise<ReadingRow | undefined> {
  const isOfItem = and(eq(itemReadings.shopType, shopType), eq(itemReadings.itemId, itemId))
  const rows = await db
    .select()
    .from(itemReadings)
    .where(and(isOfItem, ne(itemReadings.status, 'denied'), hasFacts))
    .orderBy(
      desc(isNotNull(itemReadings.title)),
      desc(sql`${itemReadings.status} = 'approved'`),
      desc(isNotNull(itemReadings.confirmedAt)),
      asc(itemReadings.createdAt),
      asc(itemReadings.id),
    )
    .limit(readingRules.list)
  for (const row of rows) {
    if (row.status === 'approved' || !(await isDoubted(db, row.id))) return row
  }
  return undefined
}

/** Others see no pictures before an approval, so a reading of pictures alone has nothing to show. */
const hasFacts = or(
  isNotNull(itemReadings.title),
  isNotNull(itemReadings.priceMinor),
  isNotNull(itemReadings.grams),
  sql`jsonb_array_length(${itemReadings.variants}) > 0`,
)

async function isDoubted(db: Db, readingId: string): Promise<boolean> {
  const [row] = await db
    .select({ networks: countDistinct(readingReports.network) })
    .from(readingReports)
    .where(and(eq(readingReports.readingId, readingId), eq(readingReports.verdict, 'off')))
  return (row?.networks ?? 0) >= readingRules.hidingReports
}
