import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolConfig } from 'pg'
import { type DatabaseAddress, listTlsOptions, parseDatabaseUrl } from './database-url.ts'

/** In PostgreSQL's numbers: 15.2 is 150002. */
const MIN_SERVER_VERSION = 150_000

const retryMs = 500

/**
 * The configurations to try in this order; they differ in TLS. Every wait has a timeout, because a lost server must cause an
 * error and not a page that never loads. Throws a sentence for an address that cannot be used.
 */
export function createServerPoolConfigs(address: DatabaseAddress): PoolConfig[] {
  return listTlsOptions(address).map((ssl) => ({
    max: 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    ...address.config,
    ...(ssl !== undefined && { ssl }),
  }))
}

/** What a server reports about itself and the database. `processId` is the server process of this connection at its start. */
type ServerFacts = {
  address: string
  number: string
  version: string
  encoding: string
  database: string
  backend: number
  processId: number | null
  standby: boolean
}

type ServerCheck = {
  name: string
  isViolated: (facts: ServerFacts) => boolean
  message: (facts: ServerFacts) => string
}

const describePooler = (address: string) =>
  `The server at ${address} is a connection pooler such as PgBouncer, which the site cannot use: DATABASE_URL must name PostgreSQL itself.`

/** Every rule for a server that responds. The rules for the format of `DATABASE_URL` are in `startChecks`. */
const serverChecks: readonly ServerCheck[] = [
  {
    name: 'pooler', // first, because a pooler's other values may come from different servers
    isViolated: ({ backend, processId }) => backend !== processId,
    message: ({ address }) => describePooler(address),
  },
  {
    name: 'version',
    isViolated: ({ number }) => Number(number) < MIN_SERVER_VERSION,
    message: ({ address, version }) =>
      `PostgreSQL 15 or newer is needed; the server at ${address} runs ${version}.`,
  },
  {
    name: 'encoding',
    isViolated: ({ encoding }) => encoding !== 'UTF8',
    message: ({ database, address, encoding }) =>
      `The database ${database} at ${address} has the encoding ${encoding} but needs UTF8. Create another database with createdb -E UTF8 -T template0 NAME, and set DATABASE_URL to it.`,
  },
  {
    name: 'standby',
    isViolated: ({ standby }) => standby,
    message: ({ address }) =>
      `The server at ${address} is a standby, which accepts no writes. DATABASE_URL must name the primary.`,
  },
]

/**
 * Queries the server once, before anything is locked or changed, so that the start fails and not the first visitor's request.
 * Throws a sentence without user or password.
 */
export async function checkServer(pool: Pool, address: DatabaseAddress): Promise<void> {
  const serverAddress = formatServerAddress(address)
  const facts = await readFacts(pool, serverAddress).catch((cause: unknown) => {
    throw new ServerError(describeFailure(cause, serverAddress), { cause })
  })
  const violated = serverChecks.find(({ isViolated }) => isViolated(facts))
  if (violated) throw new ServerError(violated.message(facts))
}

/** Why a server cannot be used. */
class ServerError extends Error {}

async function readFacts(pool: Pool, address: string): Promise<ServerFacts> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Omit<ServerFacts, 'address' | 'processId'>>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as version,
         current_setting('server_encoding') as encoding, current_database() as database,
         pg_backend_pid() as backend, pg_is_in_recovery() as standby`,
    )
    const [row] = rows
    if (!row) throw new Error('The server returned no row.')
    return { ...row, address, processId: Reflect.get(client, 'processID') }
  } finally {
    client.release()
  }
}

/** Whether another configuration of `createServerPoolConfigs` may succeed where this one failed. */
export function shouldTryOtherTls(error: unknown): boolean {
  const cause = error instanceof ServerError ? error.cause : undefined
  if (!(cause instanceof Error)) return false
  return noTlsPattern.test(cause.message) || ('code' in cause && cause.code === '28000')
}

/**
 * Throws an Error with one sentence while this program has other connections to the database, from any machine. Waits up to
 * five seconds, because connections of a killed process end after a moment.
 */
export async function assertUnused(pool: Pool): Promise<void> {
  for (let retriesLeft = 10; ; retriesLeft -= 1) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and application_name = current_setting('application_name')`,
    )
    const count = rows[0]?.count ?? 0
    if (count === 0) return
    if (retriesLeft === 0)
      throw new Error(
        `The database of DATABASE_URL is in use: ${count} ${count === 1 ? 'connection' : 'connections'} of a site or command. ` +
          'Stop every site and command that uses it first.',
      )
    await delay(retryMs)
  }
}

/** The server and the database of a URL, without user, password and options. */
export function describeDatabase(url: string): string {
  const address = parseDatabaseUrl(url)
  return `${formatServerAddress(address)}/${address.config.database ?? ''}`
}

const noTlsPattern = /does not support SSL/

/** The server without user and password, because the text is written to logs. */
function formatServerAddress({ config: { host = 'DATABASE_URL', port } }: DatabaseAddress): string {
  if (port === undefined || host.startsWith('/')) return host
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

function describeFailure(cause: unknown, address: string): string {
  const reason = describeReason(cause)
  if (/unsupported startup parameter/.test(reason)) return describePooler(address)
  const problem = noTlsPattern.test(reason) ? 'it offers no TLS, but sslmode requires it' : reason
  return `The PostgreSQL server at ${address} cannot be used: ${problem.replace(/\.?$/, '.')}`
}

/** A refused connection to several addresses has an empty message and only a code. */
function describeReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
