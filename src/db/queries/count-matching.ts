import { count, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db.ts'

/** How many rows a list has; `isMore` where it was not counted further. */
export type ListTotal = { total: number; isMore?: boolean }

/** Maximum count: no more of a filtered list is read, and counting a million rows takes a second. */
const mostCounted = 10_000

/** Counts the rows that match, up to 10,000; all of a table are counted exactly. */
export async function countMatching(db: Db, table: PgTable, where: SQL | undefined): Promise<ListTotal> {
  if (!where) return { total: await db.$count(table) }
  const matching = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(mostCounted + 1)
    .as('matching')
  const [counted] = await db.select({ total: count() }).from(matching)
  const total = counted?.total ?? 0
  return total > mostCounted ? { total: mostCounted, isMore: true } : { total }
}
