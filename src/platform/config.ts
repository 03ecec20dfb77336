import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { minAdminPasswordLength, minPasswordLength } from '#features/auth/texts-and-limits.ts'
import { findSecretProblem, maxSecretBytes, minSecretLength } from '#shared/server/secret-rule.ts'
import { siteName } from '#shared/site.ts'
import { findWrongSettings, isProduction, readHost } from './start-checks.ts'

const urlSchema = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const onOffSchema = z.enum(['on', 'off'], { error: 'must be on or off' })
const wholeNumberSchema = z.coerce
  .number({ error: 'must be a number' })
  .int('must be a whole number')
  .min(0, 'must be at least 0')
/** Off, on (one proxy in front), or the proxies' addresses. */
const trustProxySchema = z.string().transform((text) => (text === 'off' ? false : text === 'on' || text))
const optional = <T extends z.ZodType>(schema: T) => schema.optional()

const environmentSchema = z.object({
  PORT: wholeNumberSchema
    .min(1, 'must be between 1 and 65535')
    .max(65_535, 'must be between 1 and 65535')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: optional(urlSchema),
  DATA_DIR: z.string().default('./data'),
  MEDIA_DIR: optional(z.string()),
  DATABASE_URL: optional(z.string()),
  /** The folder of the daily backups and how many of them stay; with 0, no backups are made. */
  BACKUP_DIR: optional(z.string()),
  BACKUP_KEEP: wholeNumberSchema.max(1000, 'must be at most 1000').default(7),
  /** The demo catalog in an empty database; without it, `demo` only where `PUBLIC_URL` is a loopback address. */
  SEED: z.enum(['demo', 'none'], { error: 'must be demo or none' }).optional(),
  PRODUCT_INFO_URL: optional(urlSchema),
  /** A JSON file that configures further sources of item data and their formats. */
  PRODUCT_SOURCES: optional(z.string()),
  QC_URL: optional(urlSchema),
  /** A JSON file that configures further sources of QC photos and their formats. */
  QC_SOURCES: optional(z.string()),
  /** A JSON file with the statements about the site that Popular and QC Lookup may show. */
  CLAIMS: optional(z.string()),
  LINK_PREVIEW: onOffSchema.default('on'),
  /** Whether short links of marketplaces and agents are resolved. */
  SHORT_LINKS: onOffSchema.default('on'),
  /** Whether browsers keep pages by a worker; `off` removes the worker and all that it keeps from every device. */
  SERVICE_WORKER: onOffSchema.default('on'),
  IMAGE_HOSTS: optional(z.string()),
  /** The maximum size of all rendered images on the disk. */
  PICTURE_BYTES: wholeNumberSchema.min(16 * 1024 * 1024, 'must be at least 16777216').default(2 * 1024 ** 3),
  /** Whether AVIF is rendered, and QC photos are archived, by jobs in the background. */
  PICTURE_JOBS: onOffSchema.default('on'),
  /** The bucket where several instances store their images: `https://KEY:SECRET@host/bucket?region=auto`. */
  S3_URL: optional(urlSchema),
  TRUST_PROXY: trustProxySchema.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** A bearer token with which /metrics can be read from other machines. */
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  /** The contact in /.well-known/security.txt for reports about vulnerabilities of this site. */
  SECURITY_CONTACT: optional(
    z.string().regex(/^(https:\/\/|mailto:[^@\s]+@)[^@\s]+$/, 'must be a mailto: or https:// address'),
  ),
  SECRET: optional(
    z
      .string()
      .min(minSecretLength, `must have at least ${minSecretLength} characters`)
      .refine(
        (text) => Buffer.byteLength(text) <= maxSecretBytes,
        `must have at most ${maxSecretBytes} bytes`,
      ),
  ),
  ANALYTICS_URL: optional(urlSchema),
  /**
   * A daily file of exchange rates in the format of the European Central Bank. Without it, the built-in rates are
   * used.
   */
  EXCHANGE_RATES_URL: optional(urlSchema),
  TRACKING_URL: urlSchema.default('https://t.17track.net/en#nums='),
  EXTENSION_URL: optional(urlSchema),
  SOCIAL_URL: optional(urlSchema),
  CHAT_URL: optional(urlSchema),
  BREAKER_RESET_MS: wholeNumberSchema.default(30_000),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// address' })),
  MAIL_FROM: optional(z.string()),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_ISSUER: urlSchema.default('https://accounts.google.com'),
  GOOGLE_JWKS_URL: optional(urlSchema),
  ADMIN_EMAIL: optional(z.email('must be an email address')),
  ADMIN_PASSWORD: optional(
    z.string().min(minAdminPasswordLength, `must have at least ${minAdminPasswordLength} characters`),
  ),
  /** `uniform`: registering does not reveal whether an email address has an account. */
  REGISTRATION_PRIVACY: z.enum(['off', 'uniform'], { error: 'must be off or uniform' }).default('off'),
  PASSWORD_MIN: wholeNumberSchema
    .min(minPasswordLength, `must be at least ${minPasswordLength}`)
    .default(minPasswordLength),
  RATE_MULTIPLIER: z.coerce.number({ error: 'must be a number' }).positive('must be above 0').default(1),
  ALLOW_RATE_MULTIPLIER: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  /** The size of the caches for pages and API responses; 0 disables them. */
  CACHE_BYTES: wholeNumberSchema.default(64 * 1024 * 1024),
})

type EnvironmentValues = z.output<typeof environmentSchema>

export type Config = ReturnType<typeof readConfig>

/**
 * The only reader of the environment; every value has a default that works offline. Throws one line per wrong
 * value.
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const value = parseEnvironment(env)
  const dataDir = resolve(value.DATA_DIR)
  const publicUrl = new URL(value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).origin
  return {
    host: readHost(value.HOST),
    port: value.PORT,
    publicUrl,
    dataDir,
    mediaDir: resolve(value.MEDIA_DIR ?? join(dataDir, 'media')),
    databaseUrl: value.DATABASE_URL,
    backupDir: resolve(value.BACKUP_DIR ?? join(dataDir, 'backups')),
    backupKeep: value.BACKUP_KEEP,
    seed: value.SEED ?? (isProduction(publicUrl) ? 'none' : 'demo'),
    productInfoUrl: value.PRODUCT_INFO_URL,
    productSources: value.PRODUCT_SOURCES,
    qcUrl: value.QC_URL,
    qcSources: value.QC_SOURCES,
    claims: value.CLAIMS,
    linkPreview: value.LINK_PREVIEW === 'on',
    shortLinks: value.SHORT_LINKS === 'on',
    serviceWorker: value.SERVICE_WORKER === 'on',
    imageHosts: value.IMAGE_HOSTS?.split(',').map((host) => host.trim().toLowerCase()),
    pictureBytes: value.PICTURE_BYTES,
    pictureJobs: value.PICTURE_JOBS === 'on',
    s3Url: value.S3_URL,
    metricsToken: value.METRICS_TOKEN,
    securityContact: value.SECURITY_CONTACT,
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    secret: value.SECRET,
    analyticsUrl: value.ANALYTICS_URL,
    exchangeRatesUrl: value.EXCHANGE_RATES_URL,
    trackingUrl: value.TRACKING_URL,
    extensionUrl: value.EXTENSION_URL ?? null,
    socialUrl: value.SOCIAL_URL ?? null,
    chatUrl: value.CHAT_URL ?? null,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `${siteName} <no-reply@${new URL(publicUrl).hostname}>`,
    google: toGoogleClient(value),
    firstAdmin: toFirstAdmin(value),
    registrationPrivacy: value.REGISTRATION_PRIVACY,
    passwordMin: value.PASSWORD_MIN,
    rateMultiplier: value.RATE_MULTIPLIER,
    breakerResetMs: value.BREAKER_RESET_MS,
    cacheBytes: value.CACHE_BYTES,
    /** Whether the database is migrated without a backup. Set by the flag --without-backup, not by a variable. */
    withoutBackup: false as boolean,
    /** A variable that one of the operator's files refers to, such as the key of a source. */
    variable: (name: string) => env[name],
  }
}

function parseEnvironment(env: Record<string, string | undefined>): EnvironmentValues {
  const setVariables = Object.fromEntries(Object.entries(env).filter(([, text]) => text?.trim())) // an empty one is not set
  const { data: values, error } = environmentSchema.safeParse(setVariables)
  const problems = error?.issues.map(({ path, message }) => `${path.join('.')} ${message}.`)
  const lines = problems ?? findWrongSettings(setVariables)
  if (!values || lines.length > 0) throw new Error(`The configuration is wrong. ${lines.join(' ')}`)
  return values
}

function toGoogleClient({ GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER, GOOGLE_JWKS_URL }: EnvironmentValues) {
  return clientId ? { clientId, issuer: GOOGLE_ISSUER, jwksUrl: GOOGLE_JWKS_URL } : undefined
}

function toFirstAdmin({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: EnvironmentValues) {
  return email && password ? { email, password } : undefined
}

/** The path of the file with the generated secret. */
export function getSecretPath({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'secret')
}

/**
 * The signing secret: the operator's, or one generated once and stored in the data folder, readable by its
 * owner only.
 */
export function ensureSecret({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): string {
  if (secret) return secret
  const file = getSecretPath({ dataDir })
  if (existsSync(file)) {
    const stored = readFileSync(file, 'utf8').trim()
    const problem = findSecretProblem(stored)
    if (!problem) return stored
    throw new Error(
      `The secret in ${file} is damaged: ${problem}. ` +
        'Restore the file from a copy, or delete it. The next start then creates a new secret, and links in emails that ' +
        'were sent before no longer work.',
    )
  }
  mkdirSync(dataDir, { recursive: true })
  const newSecret = randomBytes(32).toString('base64url')
  const draft = `${file}.${process.pid}`
  // Renamed when complete: an interrupted start or a full disk must not leave a part of a secret, which is easy to guess.
  writeFileSync(draft, `${newSecret}\n`, { mode: 0o600 })
  renameSync(draft, file)
  return newSecret
}

/** The operator's secret and the one in the data folder, if they exist. */
export function listSecrets({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): string[] {
  const file = getSecretPath({ dataDir })
  return [...(secret ? [secret] : []), ...(existsSync(file) ? [readFileSync(file, 'utf8').trim()] : [])]
}
