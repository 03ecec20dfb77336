import type { Pool, PoolConfig } from 'pg'

/** Versions as PostgreSQL numbers them: 15.2 is 150002. */
const MIN_SERVER_VERSION = 150_000

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

/** Names the server without its user and password, because the sentence ends up in logs. */
function getHost(url: string): string {
  return URL.parse(url)?.host || 'DATABASE_URL'
}

/** A refused connection to several addresses has an empty message and only a code. */
function describeReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
