import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { ConnectionOptions } from 'node:tls'
import type { PoolConfig } from 'pg'

/** How TLS is used, as libpq names it; `none`: nothing is said of it. */
const tlsModes = [
  'none',
  'disable',
  'allow',
  'prefer',
  'require',
  'no-verify',
  'verify-ca',
  'verify-full',
] as const
type TlsMode = (typeof tlsModes)[number]

/** What `DATABASE_URL` says, with everything that it leaves out undefined. */
export type DatabaseAddress = {
  config: Pick<PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'options'> & {
    application_name?: string
    connectionTimeoutMillis?: number
    enableChannelBinding?: boolean // TLS channel binding, against a man in the middle
  }
  tls: TlsMode
  /** Paths of files, from the parameters of the same names. */
  files: { sslrootcert?: string; sslcert?: string; sslkey?: string }
}

/** What can be wrong with a `DATABASE_URL`; each sentence follows the variable's name. */
export const databaseUrlProblems = [
  {
    name: 'scheme',
    sentence: 'must be a postgres:// address, such as postgres://user:password@host:5432/database',
  },
  {
    name: 'encoding',
    sentence:
      'cannot be read: percent-encode the user name and the password, with %40 for @, %2F for /, %23 for #, %3F for ?, %3A for :, %25 for % and %20 for a space',
  },
  {
    name: 'hosts',
    sentence: 'must name one host: name the primary, or a proxy such as HAProxy that leads to it',
  },
  {
    name: 'parameter',
    sentence:
      'has a parameter after the ? that is not known: host, port, user, password, dbname, sslmode, sslrootcert, sslcert, sslkey, options, application_name and connect_timeout are',
  },
  {
    name: 'sslmode',
    sentence:
      'must have one of these as sslmode: disable, allow, prefer, require, no-verify, verify-ca or verify-full',
  },
  {
    name: 'sslrootcert',
    sentence:
      'needs sslrootcert=FILE beside sslmode=verify-ca, with the certificate of the authority in the file',
  },
  {
    name: 'files',
    sentence: 'names a file in sslrootcert, sslcert or sslkey that cannot be read',
  },
  { name: 'port', sentence: 'must have a port between 1 and 65535' },
] as const

type ProblemName = (typeof databaseUrlProblems)[number]['name']

class DatabaseUrlError extends Error {
  readonly problem: ProblemName
  constructor(problem: ProblemName) {
    super(`DATABASE_URL ${databaseUrlProblems.find(({ name }) => name === problem)?.sentence}.`)
    this.problem = problem
  }
}

/** What is wrong with a `DATABASE_URL`; undefined when it can be used. */
export function findDatabaseUrlProblem(url: string): ProblemName | undefined {
  try {
    listTlsOptions(parseDatabaseUrl(url))
    return undefined
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.problem
    throw error
  }
}

/**
 * Reads a `DATABASE_URL` in every form that libpq takes, and with a password that is not encoded as long as it can be read in
 * one way only. Throws a sentence that has neither user nor password in it.
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/is.exec(url.trim()) ?? []
  if (rest === undefined) throw new DatabaseUrlError('scheme')
  const [reading, ...others] = listReadings(rest)
  if (!reading || others.length > 0) throw new DatabaseUrlError(rest.includes('@') ? 'encoding' : 'scheme')
  const parameters = readParameters(reading.parameters)
  const { user, password, hosts, database } = reading
  const all = [parameters.hostaddr ?? parameters.host ?? hosts, parameters.port ?? '']
  if (all.some((list) => list.includes(','))) throw new DatabaseUrlError('hosts')
  const [, host = '', port = ''] = /^(\[.*\]|[^:]*)(?::(\d*))?$/.exec(hosts) ?? []
  return {
    config: clean({
      host: parameters.hostaddr ?? parameters.host ?? decode(host.replace(/^\[(.*)\]$/, '$1')),
      port: readPort(parameters.port ?? port),
      user: parameters.user ?? (decode(user) || process.env.PGUSER || userInfo().username),
      password: parameters.password ?? decode(password),
      database: parameters.dbname ?? decode(database),
      options: parameters.options,
      application_name: parameters.application_name,
      connectionTimeoutMillis: Number(parameters.connect_timeout) * 1000 || undefined,
      enableChannelBinding: parameters.channel_binding === 'require' || undefined,
    }),
    tls: readTlsMode(parameters),
    files: clean({
      sslrootcert: parameters.sslrootcert,
      sslcert: parameters.sslcert,
      sslkey: parameters.sslkey,
    }),
  }
}

/** The parts of an address as they are written, still encoded. */
type Reading = Record<'user' | 'password' | 'hosts' | 'database', string> & { parameters: string[] }

/**
 * Every way to read what follows `postgres://`: user name and password may end at any `@` after which the rest makes sense.
 */
function listReadings(rest: string): Reading[] {
  const ends = [...rest.matchAll(/@/g)].map(({ index }) => index)
  return [-1, ...ends].flatMap((end) => {
    const target = /^([^/?#@]*)(?:\/([^/?#]*))?(?:\?([^#]*))?$/.exec(rest.slice(end + 1))
    const [, hosts = '', database = '', query = ''] = target ?? []
    const parameters = query.split('&').filter(Boolean)
    const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(rest.slice(0, Math.max(end, 0))) ?? []
    const makesSense =
      target &&
      hosts.split(',').every((host) => hostPattern.test(host)) &&
      parameters.every((pair) => /^\w+=/.test(pair)) &&
      !/[/?#@]/.test(user)
    return makesSense ? [{ user, password, hosts, database, parameters }] : []
  })
}

/** Empty, a name, an address or an encoded path, each with or without a port. */
const hostPattern = /^(\[[\da-f:.]+(%[\w.-]+)?\]|([\w.~-]|%[\da-f]{2})*)(:\d*)?$/i

const usedParameters = [
  'host',
  'hostaddr',
  'port',
  'user',
  'password',
  'dbname',
  'options',
  'application_name',
  'connect_timeout',
  'channel_binding',
  'ssl',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
]
/** Of libpq and the driver; they change nothing here. */
const ignoredParameters =
  /^(client_encoding|fallback_application_name|keepalives(_\w+)?|tcp_user_timeout|target_session_attrs|load_balance_hosts|gssencmode|sslnegotiation|sslcompression|sslsni|uselibpqcompat)$/

function readParameters(pairs: string[]): Record<string, string | undefined> {
  const entries = pairs.map((pair): [string, string] => {
    const [name = '', ...value] = pair.split('=')
    return [name, value.join('=')]
  })
  const isKnown = ([name]: [string, string]) => usedParameters.includes(name) || ignoredParameters.test(name)
  if (!entries.every(isKnown)) throw new DatabaseUrlError('parameter')
  return Object.fromEntries(entries.map(([name, value]) => [name, decode(value)]))
}

/** A `%` that encodes nothing is one, unless something else is encoded. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    if (/%[\da-f]{2}/i.test(text)) throw new DatabaseUrlError('encoding')
    return text
  }
}

function readPort(text: string): number | undefined {
  if (text === '') return undefined
  const port = /^\d+$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new DatabaseUrlError('port')
  return port
}

/** Without what is not given, so that the driver's own defaults are used. */
function clean<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const presentValues = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(presentValues) as { [K in keyof T]?: NonNullable<T[K]> }
}

/** The driver's own parameter `ssl` besides libpq's. */
const modesOfSsl: Record<string, TlsMode> = {
  true: 'verify-full',
  1: 'verify-full',
  false: 'disable',
  0: 'disable',
  'no-verify': 'no-verify',
}

function readTlsMode({
  ssl = '',
  sslmode = modesOfSsl[ssl] ?? ssl,
}: Record<string, string | undefined>): TlsMode {
  const mode = tlsModes.find((name) => name === (sslmode || 'none'))
  if (!mode) throw new DatabaseUrlError('sslmode')
  return mode
}

/**
 * The values of the driver's `ssl` to try in this order, as libpq does; undefined: as PGSSLMODE says. Throws a sentence when a
 * file is missing.
 */
export function listTlsOptions({
  config,
  tls,
  files,
}: DatabaseAddress): (ConnectionOptions | boolean | undefined)[] {
  const { sslrootcert } = files
  if (tls === 'verify-ca' && !sslrootcert) throw new DatabaseUrlError('sslrootcert')
  if (config.host?.startsWith('/')) return [false] // as libpq: a socket needs none
  const keys = clean({ cert: readFile(files.sslcert), key: readFile(files.sslkey) })
  const ca = clean({ ca: sslrootcert === 'system' ? undefined : readFile(sslrootcert) })
  const encrypted = { ...keys, rejectUnauthorized: false }
  const ofAuthority = { ...keys, ...ca, checkServerIdentity: () => undefined }
  const options: Record<TlsMode, (ConnectionOptions | boolean | undefined)[]> = {
    none: [undefined],
    disable: [false],
    allow: [false, encrypted],
    prefer: [encrypted, false],
    require: [sslrootcert ? ofAuthority : encrypted],
    'no-verify': [encrypted],
    'verify-ca': [ofAuthority],
    'verify-full': [{ ...keys, ...ca }],
  }
  return options[tls]
}

function readFile(path: string | undefined): string | undefined {
  try {
    return path && readFileSync(path, 'utf8')
  } catch {
    throw new DatabaseUrlError('files')
  }
}
