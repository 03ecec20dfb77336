import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/**
 * The time `ms` from now by the database's clock; negative values are in the past. Tokens, sessions and their ends are
 * stored and compared only by this clock. "Now" is the start of the transaction: everything that one request writes
 * has the same time, and a request that waits for a lock is evaluated by the time when it arrived.
 */
export function databaseTime(ms = 0): SQL<Date> {
  return sql<Date>`now() + ${`${ms} ms`}::interval`
}

/** The database's current time in ms since 1970, as part of a query. */
export const databaseMs = sql<number>`(extract(epoch from now()) * 1000)::float8`

/** Reads the database's current time with a separate query. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(sql`select ${databaseMs} as ms`)
  return new Date(rows[0]?.ms ?? Number.NaN)
}
