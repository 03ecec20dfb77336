import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolConfig } from 'pg'
import { parseDatabaseUrl } from './connection/database-url.ts'
import { checkServer, createServerPoolConfigs, isTlsRefusal } from './connection/server.ts'
import { startMaintenance } from './maintenance.ts'
import { type MigrationHooks, migrateDatabase, migrationsFolder } from './migrate.ts'
import { type Pglite, startPglite } from './pglite/pglite.ts'
import { findDatabaseKind, writeDatabaseKind } from './postgres/cluster.ts'
import { mendFolder, openDataFolder } from './postgres/folder-access.ts'
import { openPostgres } from './postgres/postgres.ts'
import { recordEvent } from './queries/security-events.ts'
import * as schema from './schema.ts'
import { GuardedPool, guardTransactions } from './transaction-guard.ts'

const DRAIN_MS = 3_000

export type DatabaseConfig = MigrationHooks & {
  /** Set: a PostgreSQL server. Not set: a server that we start on `dataDir`, or PGlite where none can be run. */
  url?: string | undefined
  /** Created when missing, as is its `.lock` beside it; its parent must be writable. */
  dataDir: string
  applicationName: string
  /**
   * For commands that run beside a site: they use the site's own server, if there is one, instead of failing.
   */
  isBesideSite?: boolean
  /** Uses PGlite even where a server can be run; for tests. */
  onlyPglite?: boolean
  /** Makes a new folder for this major version of PostgreSQL. */
  major?: number | undefined
  /** Called when the embedded database died; ends the process unless replaced. */
  onFatal?: (error: Error) => void
  /** How often the embedded database gets a heartbeat, in ms; for tests. */
  beatMs?: number
  /** Called with harmless problems; writes to the console unless replaced. */
  warn?: (message: string) => void
}

export type Database = {
  db: NodePgDatabase<typeof schema>
  pool: Pool
  kind: 'embedded' | 'pglite' | 'server'
  /** What was opened, as text for the operator. */
  name: string
  /** Whether PGlite has stopped answering, so that waiting for it is pointless. */
  isUnresponsive: () => boolean
  /** Waits a few seconds for the waiting queries, then closes. */
  close: () => Promise<void>
}

/**
 * Opens the database and brings its tables up to date. Throws an Error with one plain sentence when the folder
 * is in use or broken, the server cannot be used or is too old, a newer version has changed the tables, or a
 * migration fails.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const database = await connectByConfig(config)
  try {
    const count = await migrateDatabase(database.pool, migrationsFolder, config)
    if (count > 0) await recordEvent(database.db, { type: 'migrated', details: { count: String(count) } })
    database.watchHeartbeat() // not before: a migration may take long
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the database without a migration. All kinds have the same driver and type, so no other file depends on the kind. */
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
  for (const [at, poolConfig] of poolConfigs.entries()) {
    const name = 'the PostgreSQL server of DATABASE_URL'
    const database = assembleDatabase({ kind: 'server', name, poolConfig }, config)
    try {
      await checkServer(database.pool, address)
      return database
    } catch (error) {
      await database.close()
      if (at === poolConfigs.length - 1 || !isTlsRefusal(error)) throw error
    }
  }
  throw new Error('There is no way to connect to DATABASE_URL.')
}

/** A folder is opened by the kind of database that created it. */
async function connectEmbedded(config: DatabaseConfig): Promise<ConnectedDatabase> {
  const { dataDir, isBesideSite = false, onlyPglite = false, warn = console.warn } = config
  openDataFolder(dirname(dataDir))
  mendFolder(dataDir)
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
    'PGlite, because no PostgreSQL was found that can be run here: one query at a time, and a power cut may lose the last writes'
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

/** Not needed by this kind: a lost server comes back, and its connections end by their own limits. */
const noLifecycle = { stop: async () => {}, isUnresponsive: () => false, watchHeartbeat: () => {} }
type OpenedDatabase = Pick<Database, 'kind' | 'name'> & { poolConfig: PoolConfig } & Partial<
    Omit<Pglite, 'poolConfig'>
  >

/** Makes closing idempotent, because a signal and a failing start may both ask for it. */
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
  // An idle connection cut by the server must not end the process, since the pool opens another.
  pool.on('error', (error) => {
    if (!closing) warn(`An idle database connection was lost: ${error.message}`)
  })
  // A connection in use: the next query reports the error to its caller, but an error without a listener ends
  // the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return { db, pool, kind, name, isUnresponsive, watchHeartbeat, close }
}

/** Queues behind the waiting queries first, because pool.end() alone would leave them unanswered for ever. */
async function drainPool(pool: Pool): Promise<void> {
  const turn = pool.waitingCount > 0 ? pool.query('select 1').catch(() => {}) : undefined
  const ended = Promise.resolve(turn).then(() => pool.end())
  await Promise.race([ended, delay(DRAIN_MS, undefined, { ref: false })])
}

/** Ends the process, because a supervisor can restart it; a process without its database only looks alive. */
function endProcess(error: Error): void {
  console.error(`${error.message} The process ends now.`, error.cause ?? '')
  process.exit(1)
}
