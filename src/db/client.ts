import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolConfig } from 'pg'
import { parseDatabaseUrl } from './connection/database-url.ts'
import { checkServer, createServerPoolConfigs, shouldTryOtherTls } from './connection/server.ts'
import { startMaintenance } from './maintenance.ts'
import { type MigrationHooks, migrateDatabase, migrationsFolder } from './migrate.ts'
import { type Pglite, startPglite } from './pglite/pglite.ts'
import { findDatabaseKind, writeDatabaseKind } from './postgres/cluster.ts'
import { ensureDataFolder, repairFolder } from './postgres/folder-access.ts'
import { openPostgres } from './postgres/postgres.ts'
import { recordEvent } from './queries/security-events.ts'
import * as schema from './schema.ts'
import { GuardedPool, guardTransactions } from './transaction-guard.ts'

const DRAIN_TIMEOUT_MS = 3_000

export type DatabaseConfig = MigrationHooks & {
  /** The URL of a PostgreSQL server. When unset, we start a server on `dataDir`, or PGlite when no server can run here. */
  url?: string | undefined
  /** Created when missing, and so is the file `.lock` beside it. The parent folder must be writable. */
  dataDir: string
  applicationName: string
  /**
   * True for commands that may run beside a running site: they then use the site's server instead of failing.
   */
  isBesideSite?: boolean
  /** Uses PGlite even when a server can run here; for tests. */
  onlyPglite?: boolean
  /** The major version of PostgreSQL that creates a new folder. */
  major?: number | undefined
  /** Called when the embedded database has stopped for good. By default, ends the process. */
  onFatal?: (error: Error) => void
  /** The interval between heartbeats to the embedded database; for tests. */
  heartbeatMs?: number
  /** Receives warnings. By default, writes them to the console. */
  warn?: (message: string) => void
}

export type Database = {
  db: NodePgDatabase<typeof schema>
  pool: Pool
  kind: 'embedded' | 'pglite' | 'server'
  /** The kind and version of the database, as text for the operator. */
  name: string
  /** Whether PGlite has stopped responding, so that waiting for it is useless. */
  isUnresponsive: () => boolean
  /** Waits up to three seconds for queued queries, then closes. */
  close: () => Promise<void>
}

/**
 * Opens the database and brings its tables up to date. Throws an Error with one plain sentence when the folder
 * is in use or damaged, the server cannot be used or is too old, a newer version has changed the tables, or a
 * migration fails.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const database = await connectByConfig(config)
  try {
    const count = await migrateDatabase(database.pool, migrationsFolder, config)
    if (count > 0) await recordEvent(database.db, { type: 'migrated', details: { count: String(count) } })
    database.watchHeartbeat() // only now, because a migration may take long
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the database without migrating it. All kinds have the same driver and type, so callers do not depend on the kind. */
export async function connectDatabase(config: DatabaseConfig): Promise<Database> {
  return connectByConfig(config)
}

type ConnectedDatabase = Database & Pick<Pglite, 'watchHeartbeat'>

async function connectByConfig(config: DatabaseConfig): Promise<ConnectedDatabase> {
  return config.url ? connectServer(config.url, config) : connectEmbedded(config)
}

async function connectServer(url: string, config: DatabaseConfig): Promise<ConnectedDatabase> {
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

/** Opens a folder with the kind of database that created it. */
async function connectEmbedded(config: DatabaseConfig): Promise<ConnectedDatabase> {
  const { dataDir, isBesideSite = false, onlyPglite = false, warn = console.warn } = config
  ensureDataFolder(dirname(dataDir))
  repairFolder(dataDir)
  const kind = findDatabaseKind(dataDir)
  if (onlyPglite || kind === 'pglite' || kind === 'old') return connectPglite(config)
  const server = await openPostgres(dataDir, { ...config, warn, isBesideSite })
  return server ? assembleDatabase({ kind: 'embedded', ...server }, config) : connectPglite(config)
}

async function connectPglite(config: DatabaseConfig): Promise<ConnectedDatabase> {
  const { onFatal = endProcess } = config
  const isNew = findDatabaseKind(config.dataDir) === undefined
  const pglite = await startPglite(config.dataDir, { ...config, onFatal })
  if (isNew) writeDatabaseKind(config.dataDir, 'pglite')
  const name =
    'PGlite, because no PostgreSQL was found that can run here: it runs one query at a time, and a power failure may lose the last writes'
  const database = assembleDatabase({ kind: 'pglite', name, ...pglite }, config)
  const warn = config.warn ?? console.warn
  const stopMaintenance = startMaintenance(database.pool, (error) =>
    warn(`The database maintenance failed: ${error.message}`),
  )
  return {
    ...database,
    close: () => {
      stopMaintenance()
      return database.close()
    },
  }
}

/** For a server that we do not run: its connections have timeouts, and the pool reconnects when it is back. */
const noLifecycle = { stop: async () => {}, isUnresponsive: () => false, watchHeartbeat: () => {} }
type OpenedDatabase = Pick<Database, 'kind' | 'name'> & { poolConfig: PoolConfig } & Partial<
    Omit<Pglite, 'poolConfig'>
  >

/** `close` is idempotent, because both a signal and a failed start may call it. */
function assembleDatabase(
  opened: OpenedDatabase,
  { applicationName, warn = console.warn }: DatabaseConfig,
): ConnectedDatabase {
  const { kind, name, poolConfig, stop, isUnresponsive, watchHeartbeat } = { ...noLifecycle, ...opened }
  const pool = new GuardedPool({ application_name: applicationName, ...poolConfig })
  const db = drizzle({ client: pool, schema })
  guardTransactions(db)
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
  return { db, pool, kind, name, isUnresponsive, watchHeartbeat, close }
}

/** First waits for a query behind the queued ones, because pool.end() would never run those. */
async function drainPool(pool: Pool): Promise<void> {
  const lastQuery = pool.waitingCount > 0 ? pool.query('select 1').catch(() => {}) : undefined
  const ended = Promise.resolve(lastQuery).then(() => pool.end())
  await Promise.race([ended, delay(DRAIN_TIMEOUT_MS, undefined, { ref: false })])
}

/** Ends the process so that its supervisor restarts it. Without its database, the process would run but serve nothing. */
function endProcess(error: Error): void {
  console.error(`${error.message} The process ends now.`, error.cause ?? '')
  process.exit(1)
}
