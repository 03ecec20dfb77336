import { drizzle } from 'drizzle-orm/node-postgres'
import type { Database } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { openPglite } from '#db/pglite/pglite.ts'
import * as schema from '#db/schema.ts'
import { guardTransactions } from '#db/transaction-guard.ts'

/** Opens a folder of PGlite, created when missing, with all tables: what the first releases of the site ran on. */
export async function openPgliteDatabase(dataDir: string): Promise<Pick<Database, 'db' | 'pool' | 'close'>> {
  const { pool, close } = await openPglite(dataDir)
  await migrateDatabase(pool)
  const db = drizzle({ client: pool, schema })
  guardTransactions(db, () => {})
  return { db, pool, close }
}
