import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { databaseUrlProblems, findDatabaseUrlProblem } from '#db/connection/database-url.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A rule for a variable of the environment. `sentence` follows the variable's name and has no period. */
type StartCheck = {
  variable: string
  isInvalid: (value: string, env: Environment) => boolean
  message: string
}

/**
 * Every rule for the format of a setting, and for settings that are invalid only in combination. If a variable breaks several
 * rules, only the first is reported. Rules that need a query to the database are in `serverChecks`.
 */
export const startChecks: readonly StartCheck[] = [
  {
    variable: 'HOST',
    isInvalid: (value) => isIP(readHost(value)) === 0 && !/^[a-z\d]([\w.-]*[a-z\d])?$/i.test(readHost(value)),
    message:
      'must be one address or name of this machine, such as 127.0.0.1, 0.0.0.0 or ::, without http:// and without a port, which is PORT',
  },
  {
    variable: 'PUBLIC_URL',
    isInvalid: (value) => /\s/.test(value),
    message: 'must have no spaces',
  },
  {
    variable: 'PUBLIC_URL',
    isInvalid: (value) => /[?]/.test(value),
    message: 'must have no query',
  },
  {
    variable: 'PUBLIC_URL',
    isInvalid: (value) => value.includes('#'),
    message: 'must have no fragment',
  },
  {
    variable: 'PUBLIC_URL',
    isInvalid: (value) => value.includes('@'),
    message: 'must have no user name and no password',
  },
  {
    variable: 'PUBLIC_URL',
    isInvalid: (value) => new URL(value).pathname !== '/',
    message: 'must have no path',
  },
  {
    variable: 'PUBLIC_URL',
    isInvalid: (value) => new URL(value).hostname.endsWith('.'),
    message: 'must have no dot after the name of the host',
  },
  {
    variable: 'PUBLIC_URL',
    isInvalid: (value) => isProduction(value) && new URL(value).protocol === 'http:',
    message: 'must use https, or cookies would be sent unencrypted',
  },
  {
    variable: 'TRUST_PROXY',
    isInvalid: (value) => !['on', 'off'].includes(value) && !value.split(',').every(isProxyAddress),
    message:
      'must be on, off, or the addresses of the proxies, such as 10.0.0.2 or 10.0.0.0/8, with commas between them',
  },
  ...databaseUrlProblems.map(({ name, message }) => ({
    variable: 'DATABASE_URL',
    isInvalid: (value: string) => findDatabaseUrlProblem(value) === name,
    message,
  })),
  {
    variable: 'RATE_MULTIPLIER',
    isInvalid: (value, { PUBLIC_URL = '', ALLOW_RATE_MULTIPLIER }) =>
      Number(value) > 1 && isProduction(PUBLIC_URL) && ALLOW_RATE_MULTIPLIER !== '1',
    message: 'above 1 weakens every limit: set ALLOW_RATE_MULTIPLIER=1 to confirm',
  },
  {
    variable: 'ADMIN_PASSWORD',
    isInvalid: (_value, { ADMIN_EMAIL }) => ADMIN_EMAIL === undefined,
    message: 'needs ADMIN_EMAIL beside it',
  },
]

/** A sentence for each variable that breaks a rule. The types of the values must have been validated before. */
export function findWrongSettings(env: Environment): string[] {
  const brokenRules = startChecks.filter(({ variable, isInvalid }) => {
    const value = env[variable]
    return value !== undefined && isInvalid(value, env)
  })
  const firstRules = brokenRules.filter(
    ({ variable }, index) => brokenRules.findIndex((check) => check.variable === variable) === index,
  )
  return firstRules.map(({ variable, message }) => `${variable} ${message}.`)
}

/**
 * The value of `HOST` to listen on: IPv6 without brackets, and an address for `localhost`. For that name, Node would open a
 * second server, whose sockets would have no limits.
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
