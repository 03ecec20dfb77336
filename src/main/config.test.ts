import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, secretOf } from './config.ts'

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
  [{ DATABASE_URL: 'postgres://u:p@%zz:99999/x' }, 'DATABASE_URL must be a postgres:// address'],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL must be an http(s) address'],
  [{ SECRET: 'short' }, 'SECRET must have at least 16 characters'],
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test('several wrong values are told at once', () => {
  expect(() => readConfig({ PORT: 'x', SEED: 'y' })).toThrow(/PORT .*SEED /)
})

function inFolder(run: (dataDir: string) => void): void {
  const dataDir = mkdtempSync(join(tmpdir(), 'secret-'))
  try {
    run(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

test('the secret is made once, for its owner only', () => {
  inFolder((dataDir) => {
    const made = secretOf({ secret: undefined, dataDir })
    expect(secretOf({ secret: undefined, dataDir })).toBe(made)
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(made)
    expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0)
    expect(readdirSync(dataDir)).toEqual(['secret'])
    expect(secretOf({ secret: 'the operator set this one', dataDir })).toBe('the operator set this one')
  })
})

test.each(['', '\n', 'half'])('what a start cut short left of the secret (%j) is none', (left) => {
  inFolder((dataDir) => {
    writeFileSync(join(dataDir, 'secret'), left)
    const made = secretOf({ secret: undefined, dataDir })
    expect(made).toMatch(/^[\w-]{43}$/)
    expect(secretOf({ secret: undefined, dataDir })).toBe(made)
  })
})
