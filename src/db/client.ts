import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolConfig } from 'pg'
import type { QueryKey } from '#shared/contract.ts'
import { parseDatabaseUrl } from './connection/database-url.ts'
import { checkServer, createServerPoolConfigs, shouldTryOtherTls } from './connection/server.ts'
import { type MigrationHooks, migrateDatabase, migrationsFolder } from './migrate.ts'
import { findDatabaseKind } from './postgres/cluster.ts'
import { ensureDataFolder, repairFolder } from './postgres/folder-access.ts'
import { openPostgres } from './postgres/postgres.ts'
import { recordEvent } from './queries/security-events.ts'
import * as schema from './schema.ts'
import { GuardedPool, guardTransactions } from './transaction-guard.ts'

const DRAIN_TIMEOUT_MS = 3_000

export type DatabaseConfig = MigrationHooks & {
  /** The URL of a PostgreSQL server. When unset, we start a server on `dataDir`. */
  url?: string | undefined
  /** Created when missing, and so is the file `.lock` beside it. The parent folder must be writable. */
  dataDir: string
  applicationName: string
  /**
   * True for commands that may run beside a running site: they then use the site's server instead of failing.
   */
  isBesideSite?: boolean
  /** The major version of PostgreSQL that creates a new folder. */
  major?: number | undefined
  /** The interval between probes of the embedded server, in ms; for tests. */
  heartbeatMs?: number
  /** Receives warnings. By default, writes them to the console. */
  warn?: (message: string) => void
}

export type Database = {
  db: NodePgDatabase<typeof schema>
  pool: Pool
  kind: 'embedded' | 'server'
  /** The kind and version of the database, as text for the operator. */
  name: string
  /** The listener gets the keys of the queries that each committed transaction made stale; the result unsubscribes. */
  onStale: (listener: (keys: QueryKey[]) => void) => () => void
  /** Waits up to three seconds for queued queries, then closes. */
  close: () => Promise<void>
}

/**
 * Opens the database and brings its tables up to date. Throws an Error with one plain sentence when the folder
 * is in use or damaged, the server cannot be used or is too old, a newer version has changed the tables, or a
 * migration fails.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const database = await connectDatabase(config)
  try {
    const count = await migrateDatabase(database.pool, migrationsFolder, config)
    if (count > 0) await recordEvent(database.db, { type: 'migrated', details: { count: String(count) } })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the database without migrating it. All kinds have the same driver and type, so callers do not depend on the kind. */
export async function connectDatabase(config: DatabaseConfig): Promise<Database> {
  return config.url ? connectServer(config.url, config) : connectEmbedded(config)
}

async function connectServer(url: string, config: DatabaseConfig): Promise<Database> {
  const address = parseDatabaseUrl(url)
  const poolConfigs = createServerPoolConfigs(address)
  for (const [index, poolConfig] of poolConfigs.entries()) {
    const name = 'the PostgreSQL server of DATABASE_URL'
    const database = assembleDatabase({ kind: 'server', name, poolConfig }, config)
    try {
      await checkServer(database.pool, address)
      return database
    } catch (error) {
      await database.close()
      if (index === poolConfigs.length - 1 || !shouldTryOtherTls(error)) throw error
    }
  }
  throw new Error('DATABASE_URL allows no way to connect.')
}

async function connectEmbedded(config: DatabaseConfig): Promise<Database> {
  const { dataDir, isBesideSite = false, warn = console.warn } = config
  ensureDataFolder(dirname(dataDir))
  repairFolder(dataDir)
  if (findDatabaseKind(dataDir) === 'pglite') throw new Error(describePgliteFolder(dataDir))
  const server = await openPostgres(dataDir, { ...config, warn, isBesideSite })
  return assembleDatabase({ kind: 'embedded', ...server }, config)
}

const describePgliteFolder = (folder: string) =>
  `The database in ${folder} was made by PGlite, which the site no longer uses. npm start moves it to PostgreSQL, ` +
  'and so does npm run cli -- db:upgrade.'

type OpenedDatabase = Pick<Database, 'kind' | 'name'> & { poolConfig: PoolConfig; stop?: () => Promise<void> }

/** `close` is idempotent, because both a signal and a failed start may call it. */
function assembleDatabase(
  { kind, name, poolConfig, stop }: OpenedDatabase,
  { applicationName, warn = console.warn }: DatabaseConfig,
): Database {
  const pool = new GuardedPool({ application_name: applicationName, ...poolConfig })
  const db = drizzle({ client: pool, schema })
  const staleListeners = new Set<(keys: QueryKey[]) => void>()
  guardTransactions(db, (keys) => {
    for (const listener of staleListeners) listener(keys)
  })
  const onStale = (listener: (keys: QueryKey[]) => void) => {
    staleListeners.add(listener)
    return () => void staleListeners.delete(listener)
  }
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= drainPool(pool).then(stop)
    return closing
  }
  // When the server closes an idle connection, the process must go on: the pool opens another one.
  pool.on('error', (error) => {
    if (!closing) warn(`An idle database connection was lost: ${error.message}`)
  })
  // For connections in use, the next query reports the error to its caller. But without a listener, the error event
  // would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return { db, pool, kind, name, onStale, close }
}

/** First waits for a query behind the queued ones, because pool.end() would never run those. */
async function drainPool(pool: Pool): Promise<void> {
  const lastQuery = pool.waitingCount > 0 ? pool.query('select 1').catch(() => {}) : undefined
  const ended = Promise.resolve(lastQuery).then(() => pool.end())
  await Promise.race([ended, delay(DRAIN_TIMEOUT_MS, undefined, { ref: false })])
}
