import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolConfig } from 'pg'

/** Versions as PostgreSQL numbers them: 15.2 is 150002. */
const MIN_SERVER_VERSION = 150_000

const retryMs = 500

/** Bounds every wait, because a lost server must become an error and not a page which never loads. */
export function createServerPoolConfig(url: string): PoolConfig {
  return {
    connectionString: url,
    max: 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  }
}

/**
 * Queries the server once, so that a wrong address or an old server fails the start and not the first
 * visitor.
 */
export async function checkServer(pool: Pool, url: string): Promise<void> {
  const { rows } = await pool
    .query<{ number: string; name: string }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
    )
    .catch((cause: unknown) => {
      throw new Error(`The PostgreSQL server at ${getHost(url)} cannot be used: ${describeReason(cause)}`, {
        cause,
      })
    })
  const version = rows[0]
  if (version && Number(version.number) >= MIN_SERVER_VERSION) return
  throw new Error(`PostgreSQL 15 or newer is needed; the server at ${getHost(url)} runs ${version?.name}.`)
}

/**
 * Throws an Error with one sentence while other connections of this program are open in the database, of any machine. Those
 * of a process that was killed end after a moment, which is waited for.
 */
export async function assertUnused(pool: Pool): Promise<void> {
  for (let left = 10; ; left -= 1) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and application_name = current_setting('application_name')`,
    )
    const count = rows[0]?.count ?? 0
    if (count === 0) return
    if (left === 0)
      throw new Error(
        `The database of DATABASE_URL is in use: ${count} ${count === 1 ? 'connection' : 'connections'} of a site or command. ` +
          'Stop every site and command on it first.',
      )
    await delay(retryMs)
  }
}

/** The server and the database of an address, without user, password and settings. */
export function describeDatabase(url: string): string {
  return `${getHost(url)}${URL.parse(url)?.pathname ?? ''}`
}

/** Names the server without its user and password, because the sentence ends up in logs. */
function getHost(url: string): string {
  return URL.parse(url)?.host || 'DATABASE_URL'
}

/** A refused connection to several addresses has an empty message and only a code. */
function describeReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
