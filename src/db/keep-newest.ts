import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/**
 * Rows of each table that visitors' lookups fill, for items that no user saved: with images some 120 MB as
 * sources usually answer. One network creates at most 1,440 new ones an hour, but an attacker may have any
 * number of networks.
 */
export const maxUnkeptRows = 50_000

/** Deletes all but the newest rows, and returns how many; a row that is renewed meanwhile stays. */
export async function keepNewest(db: Db, table: PgTable, newestBy: PgColumn, among?: SQL): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${table} where ctid in (
      select ctid from ${table} where ${among ?? sql`true`} order by ${newestBy} desc offset ${maxUnkeptRows}
    )`)
  return rowCount ?? 0
}
