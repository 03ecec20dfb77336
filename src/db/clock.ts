import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/**
 * The moment `ms` from now, or before now where negative, by the database's clock: the only one that tokens,
 * sessions and what ends them are written and compared by. It is the start of the transaction, so that all
 * that one request writes has one moment, and a request that waits for a lock is judged by when it came.
 */
export function databaseTime(ms = 0): SQL<Date> {
  return sql<Date>`now() + ${`${ms} ms`}::interval`
}

/** The same moment in ms since 1970, as a part of a query. */
export const databaseMs = sql<number>`(extract(epoch from now()) * 1000)::float8`

/** The same moment, read by a query of its own. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(sql`select ${databaseMs} as ms`)
  return new Date(rows[0]?.ms ?? Number.NaN)
}
