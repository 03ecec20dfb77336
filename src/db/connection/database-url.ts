import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { ConnectionOptions } from 'node:tls'
import type { PoolConfig } from 'pg'

/** How TLS is used, in libpq's terms; `none`: the URL does not specify it. */
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

/** The parsed `DATABASE_URL`. Parts that are missing in it are undefined. */
export type DatabaseAddress = {
  config: Pick<PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'options'> & {
    application_name?: string
    connectionTimeoutMillis?: number
    enableChannelBinding?: boolean // TLS channel binding, against man-in-the-middle attacks
  }
  tls: TlsMode
  /** Paths of files, from the parameters of the same names. */
  files: { sslrootcert?: string; sslcert?: string; sslkey?: string }
}

/** The problems that a `DATABASE_URL` can have. Each sentence follows the variable's name. */
export const databaseUrlProblems = [
  {
    name: 'scheme',
    message: 'must be a postgres:// address, such as postgres://user:password@host:5432/database',
  },
  {
    name: 'encoding',
    message:
      'cannot be read: percent-encode the user name and the password, with %40 for @, %2F for /, %23 for #, %3F for ?, %3A for :, %25 for % and %20 for a space',
  },
  {
    name: 'hosts',
    message: 'must name one host: name the primary, or a proxy such as HAProxy that leads to it',
  },
  {
    name: 'parameter',
    message:
      'has a parameter after the ? that is not known: host, port, user, password, dbname, sslmode, sslrootcert, sslcert, sslkey, options, application_name and connect_timeout are',
  },
  {
    name: 'sslmode',
    message:
      'must have one of these as sslmode: disable, allow, prefer, require, no-verify, verify-ca or verify-full',
  },
  {
    name: 'sslrootcert',
    message:
      'needs sslrootcert=FILE beside sslmode=verify-ca, with the certificate of the authority in the file',
  },
  {
    name: 'files',
    message: 'names a file in sslrootcert, sslcert or sslkey that cannot be read',
  },
  { name: 'port', message: 'must have a port between 1 and 65535' },
] as const

type ProblemName = (typeof databaseUrlProblems)[number]['name']

class DatabaseUrlError extends Error {
  readonly problem: ProblemName
  constructor(problem: ProblemName) {
    super(`DATABASE_URL ${databaseUrlProblems.find(({ name }) => name === problem)?.message}.`)
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
 * Parses a `DATABASE_URL` in every form that libpq accepts. The password may be unencoded if that is not ambiguous. Throws
 * a sentence that contains neither user nor password.
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/is.exec(url.trim()) ?? []
  if (rest === undefined) throw new DatabaseUrlError('scheme')
  const [parts, ...alternatives] = listPossibleParts(rest)
  if (!parts || alternatives.length > 0)
    throw new DatabaseUrlError(rest.includes('@') ? 'encoding' : 'scheme')
  const parameters = readParameters(parts.parameters)
  const { user, password, hosts, database } = parts
  const hostAndPortLists = [parameters.hostaddr ?? parameters.host ?? hosts, parameters.port ?? '']
  if (hostAndPortLists.some((list) => list.includes(','))) throw new DatabaseUrlError('hosts')
  const [, host = '', port = ''] = /^(\[.*\]|[^:]*)(?::(\d*))?$/.exec(hosts) ?? []
  return {
    config: removeEmpty({
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
    files: removeEmpty({
      sslrootcert: parameters.sslrootcert,
      sslcert: parameters.sslcert,
      sslkey: parameters.sslkey,
    }),
  }
}

/** The parts of a URL, still percent-encoded. */
type UrlParts = Record<'user' | 'password' | 'hosts' | 'database', string> & { parameters: string[] }

/**
 * Every possible split of the text after `postgres://`: user name and password may end at any `@` with a valid rest after it.
 */
function listPossibleParts(rest: string): UrlParts[] {
  const ends = [...rest.matchAll(/@/g)].map(({ index }) => index)
  return [-1, ...ends].flatMap((end) => {
    const target = /^([^/?#@]*)(?:\/([^/?#]*))?(?:\?([^#]*))?$/.exec(rest.slice(end + 1))
    const [, hosts = '', database = '', query = ''] = target ?? []
    const parameters = query.split('&').filter(Boolean)
    const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(rest.slice(0, Math.max(end, 0))) ?? []
    const isValid =
      target &&
      hosts.split(',').every((host) => hostPattern.test(host)) &&
      parameters.every((pair) => /^\w+=/.test(pair)) &&
      !/[/?#@]/.test(user)
    return isValid ? [{ user, password, hosts, database, parameters }] : []
  })
}

/** Matches an empty text, a name, an address or an encoded path, each with or without a port. */
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
/** Parameters of libpq and the driver that are allowed but have no effect. */
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

/** Decodes the text. A `%` that encodes nothing stays as it is, unless another part of the text is encoded. */
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

/** Removes undefined and empty values, so that the driver's defaults apply. */
function removeEmpty<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const presentValues = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(presentValues) as { [K in keyof T]?: NonNullable<T[K]> }
}

/** The TLS modes for the driver's own parameter `ssl`, which libpq does not have. */
const tlsModesBySsl: Record<string, TlsMode> = {
  true: 'verify-full',
  1: 'verify-full',
  false: 'disable',
  0: 'disable',
  'no-verify': 'no-verify',
}

function readTlsMode({
  ssl = '',
  sslmode = tlsModesBySsl[ssl] ?? ssl,
}: Record<string, string | undefined>): TlsMode {
  const mode = tlsModes.find((name) => name === (sslmode || 'none'))
  if (!mode) throw new DatabaseUrlError('sslmode')
  return mode
}

/**
 * The values of the driver's option `ssl` to try in this order, like libpq. With undefined, the variable PGSSLMODE decides.
 * Throws a sentence when a file is missing.
 */
export function listTlsOptions({
  config,
  tls,
  files,
}: DatabaseAddress): (ConnectionOptions | boolean | undefined)[] {
  const { sslrootcert } = files
  if (tls === 'verify-ca' && !sslrootcert) throw new DatabaseUrlError('sslrootcert')
  if (config.host?.startsWith('/')) return [false] // like libpq: a local socket needs no TLS
  const keys = removeEmpty({ cert: readFile(files.sslcert), key: readFile(files.sslkey) })
  const ca = removeEmpty({ ca: sslrootcert === 'system' ? undefined : readFile(sslrootcert) })
  const encrypted = { ...keys, rejectUnauthorized: false }
  const verifiedAuthority = { ...keys, ...ca, checkServerIdentity: () => undefined }
  const options: Record<TlsMode, (ConnectionOptions | boolean | undefined)[]> = {
    none: [undefined],
    disable: [false],
    allow: [false, encrypted],
    prefer: [encrypted, false],
    require: [sslrootcert ? verifiedAuthority : encrypted],
    'no-verify': [encrypted],
    'verify-ca': [verifiedAuthority],
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
