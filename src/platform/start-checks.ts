import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { databaseUrlProblems, findDatabaseUrlProblem } from '#db/connection/database-url.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What a value of the environment must not be. `sentence` follows the variable's name and ends without a full stop. */
type StartCheck = {
  variable: string
  isWrong: (value: string, env: Environment) => boolean
  sentence: string
}

/**
 * Every rule for the form of a setting, and for settings that are wrong only in combination. Of several rules that a variable
 * breaks the first is told. What only the database can tell is in `serverChecks`.
 */
export const startChecks: readonly StartCheck[] = [
  {
    variable: 'HOST',
    isWrong: (value) => isIP(readHost(value)) === 0 && !/^[a-z\d]([\w.-]*[a-z\d])?$/i.test(readHost(value)),
    sentence:
      'must be one address or name of this machine, such as 127.0.0.1, 0.0.0.0 or ::, without http:// and without a port, which is PORT',
  },
  {
    variable: 'PUBLIC_URL',
    isWrong: (value) => /\s/.test(value),
    sentence: 'must have no spaces',
  },
  {
    variable: 'PUBLIC_URL',
    isWrong: (value) => /[?]/.test(value),
    sentence: 'must have no query',
  },
  {
    variable: 'PUBLIC_URL',
    isWrong: (value) => value.includes('#'),
    sentence: 'must have no fragment',
  },
  {
    variable: 'PUBLIC_URL',
    isWrong: (value) => value.includes('@'),
    sentence: 'must have no user name and no password',
  },
  {
    variable: 'PUBLIC_URL',
    isWrong: (value) => new URL(value).pathname !== '/',
    sentence: 'must have no path',
  },
  {
    variable: 'PUBLIC_URL',
    isWrong: (value) => new URL(value).hostname.endsWith('.'),
    sentence: 'must have no dot after the name of the host',
  },
  {
    variable: 'PUBLIC_URL',
    isWrong: (value) => isProduction(value) && new URL(value).protocol === 'http:',
    sentence: 'must use https, or cookies would be sent unencrypted',
  },
  {
    variable: 'TRUST_PROXY',
    isWrong: (value) => !['on', 'off'].includes(value) && !value.split(',').every(isProxyAddress),
    sentence:
      'must be on, off, or the addresses of the proxies, such as 10.0.0.2 or 10.0.0.0/8, with commas between them',
  },
  ...databaseUrlProblems.map(({ name, sentence }) => ({
    variable: 'DATABASE_URL',
    isWrong: (value: string) => findDatabaseUrlProblem(value) === name,
    sentence,
  })),
  {
    variable: 'RATE_MULTIPLIER',
    isWrong: (value, { PUBLIC_URL = '', ALLOW_RATE_MULTIPLIER }) =>
      Number(value) > 1 && isProduction(PUBLIC_URL) && ALLOW_RATE_MULTIPLIER !== '1',
    sentence: 'above 1 weakens every limit: set ALLOW_RATE_MULTIPLIER=1 to confirm',
  },
  {
    variable: 'ADMIN_PASSWORD',
    isWrong: (_value, { ADMIN_EMAIL }) => ADMIN_EMAIL === undefined,
    sentence: 'needs ADMIN_EMAIL beside it',
  },
]

/** A sentence for each variable that breaks a rule; call it with values whose types are right. */
export function findWrongSettings(env: Environment): string[] {
  const broken = startChecks.filter(({ variable, isWrong }) => {
    const value = env[variable]
    return value !== undefined && isWrong(value, env)
  })
  const first = broken.filter(
    ({ variable }, at) => broken.findIndex((check) => check.variable === variable) === at,
  )
  return first.map(({ variable, sentence }) => `${variable} ${sentence}.`)
}

/**
 * `HOST` as it is listened on: IPv6 without brackets, and for `localhost` one address, because for the name a second server
 * would be opened, whose sockets would be unbounded.
 */
export function readHost(value: string): string {
  const host = value.trim().replace(/^\[(.*)\]$/, '$1')
  return host.toLowerCase() === 'localhost' ? '127.0.0.1' : host
}

/** Production means that the site's own URL is not a loopback one. */
export function isProduction(publicUrl: string): boolean {
  const url = URL.parse(publicUrl)
  return url !== null && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}

const namedRanges = ['loopback', 'linklocal', 'uniquelocal']

function isProxyAddress(text: string): boolean {
  const value = text.trim()
  if (namedRanges.includes(value) || isIP(value) > 0) return true
  const [address = '', mask = ''] = value.split('/')
  if (isIPv4(address) && isIPv4(mask)) return value === `${address}/${mask}`
  return /\/0*[1-9]\d*$/.test(value) && isIP(address) > 0 && ipaddr.isValidCIDR(value)
}
