import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureSecret, readConfig } from './config.ts'

test('everything has a default that works offline', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    seed: 'demo',
    linkPreview: true,
    trustProxy: false,
  })
})

test('an empty variable is as if it were not set', () => {
  expect(readConfig({ DATABASE_URL: '', PUBLIC_URL: '', SOCIAL_URL: '' })).toMatchObject({
    databaseUrl: undefined,
    publicUrl: 'http://localhost:3000',
    socialUrl: null,
  })
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a number'],
  [{ SEED: 'all' }, 'SEED must be demo or none'],
  [{ LINK_PREVIEW: 'yes' }, 'LINK_PREVIEW must be on or off'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// address'],
  [{ PORT: '0' }, 'PORT must be between 1 and 65535.'],
  [{ PORT: '70000' }, 'PORT must be between 1 and 65535.'],
  [{ PORT: '-1' }, 'PORT must be between 1 and 65535.'],
  [{ BACKUP_KEEP: '-1' }, 'BACKUP_KEEP must be at least 0.'],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL must be an http(s) address'],
  [{ SECRET: 'short' }, 'SECRET must have at least 16 characters'],
  [
    { PUBLIC_URL: 'http://chopmark.example' },
    'PUBLIC_URL must use https, or cookies would be sent unencrypted.',
  ],
  [{ PUBLIC_URL: 'http://localhost.evil.example' }, 'PUBLIC_URL must use https'],
  [{ PUBLIC_URL: 'https://chopmark.example', RATE_MULTIPLIER: '2' }, 'ALLOW_RATE_MULTIPLIER=1'],
  [{ RATE_MULTIPLIER: '0' }, 'RATE_MULTIPLIER must be above 0'],
  [{ PASSWORD_MIN: '5' }, 'PASSWORD_MIN must be at least 6'],
  [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'too short' }, 'ADMIN_PASSWORD must have at least 12'],
  [{ ADMIN_PASSWORD: 'long enough for an admin' }, 'ADMIN_PASSWORD needs ADMIN_EMAIL'],
  [{ SECURITY_CONTACT: 'me@items.example' }, 'SECURITY_CONTACT must be a mailto: or https:// address'],
  [{ SECURITY_CONTACT: 'mailto:a\nb@c.example' }, 'SECURITY_CONTACT must be a mailto: or https:// address'],
  [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL must be an smtp:// address'],
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test.each(['http://localhost:3000', 'http://127.0.0.1:1', 'http://[::1]:3000', 'https://chopmark.example'])(
  '%s may be the public address',
  (address) => {
    expect(readConfig({ PUBLIC_URL: address }).publicUrl).toBe(address)
  },
)

test('multiplies limits on loopback, and elsewhere only when confirmed', () => {
  expect(readConfig({ RATE_MULTIPLIER: '100' }).rateMultiplier).toBe(100)
  const meant = {
    PUBLIC_URL: 'https://chopmark.example',
    RATE_MULTIPLIER: '100',
    ALLOW_RATE_MULTIPLIER: '1',
  }
  expect(readConfig(meant).rateMultiplier).toBe(100)
})

test('several wrong values are told at once', () => {
  expect(() => readConfig({ PORT: 'x', SEED: 'y' })).toThrow(/PORT .*SEED /)
})

function runInFolder(run: (dataDir: string) => void): void {
  const dataDir = mkdtempSync(join(tmpdir(), 'secret-'))
  try {
    run(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

test('the secret is made once, for its owner only', () => {
  runInFolder((dataDir) => {
    const made = ensureSecret({ secret: undefined, dataDir })
    expect(ensureSecret({ secret: undefined, dataDir })).toBe(made)
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(made)
    expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0)
    expect(readdirSync(dataDir)).toEqual(['secret'])
    expect(ensureSecret({ secret: 'the operator set this one', dataDir })).toBe('the operator set this one')
  })
})

test.each([
  ['', 0],
  ['\n', 0],
  ['half', 4],
])(
  'a damaged secret (%j) is rejected, because a new one would silently break links in emails',
  (left, length) => {
    runInFolder((dataDir) => {
      writeFileSync(join(dataDir, 'secret'), left)
      expect(() => ensureSecret({ secret: undefined, dataDir })).toThrow(
        `The secret in ${dataDir}/secret is damaged: it has ${length} characters and needs at least 16. Restore the file`,
      )
      expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(left)
      expect(ensureSecret({ secret: 'the operator set this one', dataDir })).toBe('the operator set this one')
    })
  },
)

test.each([
  [{}, 'demo'],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, 'demo'],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, 'demo'],
  [{ PUBLIC_URL: 'https://finds.example' }, 'none'],
  [{ PUBLIC_URL: 'https://localhost.example' }, 'none'],
  [{ PUBLIC_URL: 'https://192.168.1.4:3000' }, 'none'],
  [{ PUBLIC_URL: 'https://finds.example', SEED: 'demo' }, 'demo'],
  [{ SEED: 'none' }, 'none'],
])('with %j the catalog is %s', (env, seed) => {
  expect(readConfig(env).seed).toBe(seed)
})
