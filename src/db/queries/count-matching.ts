import { count, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db.ts'

/** The number of rows in a list; `isMore` when there are more rows than were counted. */
export type ListTotal = { total: number; isMore?: boolean }

/** More rows of a filtered list are not counted, because counting a million rows takes a second. */
const maxCounted = 10_000

/** Counts the matching rows up to 10,000. Without a condition, counts all rows of the table. */
export async function countMatching(db: Db, table: PgTable, where: SQL | undefined): Promise<ListTotal> {
  if (!where) return { total: await db.$count(table) }
  const matching = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(maxCounted + 1)
    .as('matching')
  const [counted] = await db.select({ total: count() }).from(matching)
  const total = counted?.total ?? 0
  return total > maxCounted ? { total: maxCounted, isMore: true } : { total }
}
