import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** What services receive: the database, or the transaction they are called in. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>
