import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolConfig } from 'pg'
import type { QueryKey } from '#shared/contract.ts'
import { parseDatabaseUrl } from './connection/database-url.ts'
import { checkServer, createServerPoolConfigs, isTlsRefusal } from './connection/server.ts'
import { type MigrationHooks, migrateDatabase, migrationsFolder } from './migrate.ts'
import { findDatabaseKind } from './postgres/cluster.ts'
import { mendFolder, openDataFolder } from './postgres/folder-access.ts'
import { openPostgres } from './postgres/postgres.ts'
import { recordEvent } from './queries/security-events.ts'
import * as schema from './schema.ts'
import { GuardedPool, guardTransactions } from './transaction-guard.ts'

const DRAIN_MS = 3_000

export type DatabaseConfig = MigrationHooks & {
  /** Set: a PostgreSQL server. Not set: a server that we start on `dataDir`. */
  url?: string | undefined
  /** Created when missing, as is its `.lock` beside it; its parent must be writable. */
  dataDir: string
  applicationName: string
  /**
   * For commands that run beside a site: they use the site's own server, if there is one, instead of failing.
   */
  isBeside?: boolean
  /** Makes a new folder for this major version of PostgreSQL. */
  major?: number | undefined
  /** The interval between probes of the embedded server, in ms; for tests. */
  beatMs?: number
  /** Called with harmless problems; writes to the console unless replaced. */
  warn?: (message: string) => void
}

export type Database = {
  db: NodePgDatabase<typeof schema>
  pool: Pool
  kind: 'embedded' | 'server'
  /** What was opened, as text for the operator. */
  name: string
  /** The listener gets the keys of the queries that each committed transaction made stale; the result unsubscribes. */
  onStale: (listener: (keys: QueryKey[]) => void) => () => void
  /** Waits a few seconds for the waiting queries, then closes. */
  close: () => Promise<void>
}

/**
 * Opens the database and brings its tables up to date. Throws an Error with one plain sentence when the folder
 * is in use or broken, the server cannot be used or is too old, a newer version has changed the tables, or a
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

/** Opens the database without a migration. All kinds have the same driver and type, so no other file depends on the kind. */
export async function connectDatabase(config: DatabaseConfig): Promise<Database> {
  return config.url ? connectServer(config.url, config) : connectEmbedded(config)
}

async function connectServer(url: string, config: DatabaseConfig): Promise<Database> {
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

async function connectEmbedded(config: DatabaseConfig): Promise<Database> {
  const { dataDir, isBeside = false, warn = console.warn } = config
  openDataFolder(dirname(dataDir))
  mendFolder(dataDir)
  if (findDatabaseKind(dataDir) === 'pglite') throw new Error(describePgliteFolder(dataDir))
  const server = await openPostgres(dataDir, { ...config, warn, isBeside })
  return assembleDatabase({ kind: 'embedded', ...server }, config)
}

const describePgliteFolder = (folder: string) =>
  `The database in ${folder} was made by PGlite, which the site no longer runs on. npm start moves it to PostgreSQL, ` +
  'and so does npm run cli -- db:upgrade.'

type OpenedDatabase = Pick<Database, 'kind' | 'name'> & { poolConfig: PoolConfig; stop?: () => Promise<void> }

/** Makes closing idempotent, because a signal and a failing start may both ask for it. */
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
  // An idle connection cut by the server must not end the process, since the pool opens another.
  pool.on('error', (error) => {
    if (!closing) warn(`An idle database connection was lost: ${error.message}`)
  })
  // A connection in use: the next query reports the error to its caller, but an error without a listener ends
  // the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return { db, pool, kind, name, onStale, close }
}

/** Queues behind the waiting queries first, because pool.end() alone would leave them unanswered for ever. */
async function drainPool(pool: Pool): Promise<void> {
  const turn = pool.waitingCount > 0 ? pool.query('select 1').catch(() => {}) : undefined
  const ended = Promise.resolve(turn).then(() => pool.end())
  await Promise.race([ended, delay(DRAIN_MS, undefined, { ref: false })])
}
