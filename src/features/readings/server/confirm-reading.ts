import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { itemReadings, readingViews, users } from '#db/schema.ts'
import { DAY_MS } from '#shared/time.ts'
import { readingRules } from '../texts-and-limits.ts'
import type { ReadingRow } from './shown-reading.ts'

/**
 * Marks the readings of an item that a new one confirms: another member's, not denied, with the same price and the same number
 * of names on each axis, sent from another network. The new one counts only from an old account with a verified address
 * that was not shown the other.
 */
export async function confirmReadings(tx: Db, reading: ReadingRow): Promise<void> {
  const { userId, shopType, itemId, network } = reading
  if (userId === null || !(await mayConfirm(tx, userId))) return
  const others = await tx
    .select()
    .from(itemReadings)
    .where(
      and(
        eq(itemReadings.shopType, shopType),
        eq(itemReadings.itemId, itemId),
        ne(itemReadings.status, 'denied'),
        ne(itemReadings.id, reading.id),
        ne(itemReadings.network, network),
        isNull(itemReadings.confirmedAt),
        sql`${itemReadings.userId} is distinct from ${userId}`,
      ),
    )
    .orderBy(asc(itemReadings.createdAt))
    .limit(readingRules.list)
  const seen = await tx
    .select({ id: readingViews.readingId })
    .from(readingViews)
    .where(eq(readingViews.userId, userId))
  const seenIds = new Set(seen.map(({ id }) => id))
  const confirmed = others.filter((other) => isSame(other, reading) && !seenIds.has(other.id))
  if (confirmed.length === 0) return
  await tx
    .update(itemReadings)
    .set({ confirmedAt: sql`clock_timestamp()`, updatedAt: sql`clock_timestamp()` })
    .where(
      inArray(
        itemReadings.id,
        confirmed.map(({ id }) => id),
      ),
    )
}

async function mayConfirm(tx: Db, userId: string): Promise<boolean> {
  const [account] = await tx
    .select({ createdAt: users.createdAt, verifiedAt: users.verifiedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!account?.verifiedAt) return false
  return Date.now() - account.createdAt.getTime() > readingRules.confirmingAgeDays * DAY_MS
}

/** Whether two readings state the same price, within 1 %, and the same number of names on each axis. */
function isSame(one: ReadingRow, other: ReadingRow): boolean {
  return (
    one.priceMinor !== null &&
    other.priceMinor !== null &&
    one.currency === other.currency &&
    Math.abs(one.priceMinor - other.priceMinor) <= one.priceMinor * readingRules.samePrice &&
    countNames(one) === countNames(other)
  )
}

/** '3 4': three names on the first axis, four on the second, in any order of the axes. */
function countNames({ variants }: ReadingRow): string {
  return variants
    .map((axis) => axis.length)
    .sort((a, b) => a - b)
    .join(' ')
}
