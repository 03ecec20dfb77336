import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/**
 * The maximum number of rows for items that no user saved, in each table that visitors' lookups fill. With images, these take
 * some 120 MB. One network can create at most 1,440 rows an hour, but an attacker may have many networks.
 */
export const maxUnsavedRows = 50_000

/** Deletes all but the newest rows of `among`. Returns the number of deleted rows. A row that is renewed meanwhile stays. */
export async function deleteOldRows(
  db: Db,
  table: PgTable,
  newestBy: PgColumn,
  among?: SQL,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${table} where ctid in (
      select ctid from ${table} where ${among ?? sql`true`} order by ${newestBy} desc offset ${maxUnsavedRows}
    )`)
  return rowCount ?? 0
}
