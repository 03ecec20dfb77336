import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { asc } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectDatabase } from '#db/client.ts'
import { securityEvents } from '#db/schema.ts'
import { readConfig } from '#platform/config.ts'
import { takePort } from '#support/ports.ts'
import { noPages } from '#test/api.ts'
import { createDatabaseLocation, type DatabaseLocation } from '#test/database.ts'
import { startSite } from './site.ts'

describe('a site', { timeout: 60_000 }, () => {
  let location: DatabaseLocation
  let dataDir: string
  const printed = vi.fn<(line: string) => void>()
  beforeEach(async () => {
    location = await createDatabaseLocation('server', 'migrated')
    dataDir = location.config.url ? mkdtempSync(join(tmpdir(), 'site-')) : dirname(location.config.dataDir)
    printed.mockClear()
    vi.spyOn(console, 'log').mockImplementation(printed)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await location.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Starts the site as `npm start` does, on a free port and with an empty catalogue. */
  async function start(env: Record<string, string> = {}) {
    const settings = {
      PORT: String(await takePort()),
      DATA_DIR: dataDir,
      DATABASE_URL: location.config.url,
      LOG_LEVEL: 'silent',
    }
    const config = readConfig({ ...settings, SEED: 'none', LINK_PREVIEW: 'off', ...env })
    const { app, listen } = await startSite(config, { renderer: noPages, assets: () => '' })
    await listen()
    return app
  }
  const readOutput = () => printed.mock.calls.flat().join('\n')

  test('writes down when its tables changed, when it started and when it stopped', async () => {
    for (const _start of [1, 2]) await (await start()).close()
    const { db, close } = await connectDatabase({ ...location.config, applicationName: 'tests' })
    const rows = await db
      .select()
      .from(securityEvents)
      .orderBy(asc(securityEvents.createdAt), asc(securityEvents.id))
    await close()
    expect(rows.map(({ type }) => type)).toEqual(['migrated', 'started', 'stopped', 'started', 'stopped'])
    expect(rows[0]?.details).toEqual({ count: expect.stringMatching(/^[1-9]/) })
  })

  test('prints a link to its first admin until there is one', async () => {
    const app = await start({ PUBLIC_URL: 'http://localhost:4160' })
    const [link = '', token = ''] = /http:\/\/localhost:4160\/setup\?token=([\w-]+)/.exec(readOutput()) ?? []
    expect(link).not.toBe('')
    const payload = { token, name: 'Kim', email: 'kim@example.com', password: 'a dozen letters' }
    expect((await app.inject({ method: 'POST', url: '/api/v1/auth/setup', payload })).statusCode).toBe(200)
    await app.close()
    printed.mockClear()
    await (await start()).close()
    expect(readOutput()).toContain('is ready on')
    expect(readOutput()).not.toMatch(/admin|setup/)
  })

  test('listens once when its host is localhost', async () => {
    const app = await start({ HOST: 'localhost' })
    expect(app.addresses()).toMatchObject([{ address: '127.0.0.1' }])
    await app.close()
  })

  test.each(['::', '[::1]', '0.0.0.0'])('listens on %s, and says so as a URL', async (HOST) => {
    const app = await start({ HOST })
    const [, origin = ''] = /is ready on (\S+)/.exec(readOutput()) ?? []
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    await app.close()
  })

  test('leaves no connection behind when its port is taken after it was tried', async () => {
    const port = await takePort()
    const config = readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: location.config.url,
      PORT: String(port),
      SEED: 'none',
    })
    const { listen } = await startSite(config, { renderer: noPages, assets: () => '' }, { write: () => {} })
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    await expect(listen()).rejects.toThrow(`PORT ${port} is taken by another process. Stop that process, or`)
    other.close()
    const { pool, close } = await connectDatabase({ ...location.config, applicationName: 'tests' })
    const count = `select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    expect((await pool.query(count)).rows).toEqual([{ others: 0 }])
    await close()
  })

  test('does not start where no file can be written, and names the variable', async () => {
    await expect(start({ MEDIA_DIR: '/proc/none' })).rejects.toThrow(
      "No file can be written to the folder /proc/none of MEDIA_DIR (ENOENT). Give the site's user write access, or set MEDIA_DIR",
    )
  })

  test.each(['outbox', 'media', 'backups'])(
    'does not start with a file where its folder %s belongs',
    async (name) => {
      writeFileSync(join(dataDir, name), '')
      await expect(start()).rejects.toThrow(`${join(dataDir, name)} must be a folder, but it is a file.`)
    },
  )

  test('makes the admin of its environment, and does not print who it is', async () => {
    const account = { email: 'boss@example.com', password: 'a dozen letters' }
    const app = await start({ ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password })
    expect(readOutput()).toContain('Created the first admin: the account of ADMIN_EMAIL.')
    expect(readOutput()).not.toMatch(/boss|a dozen letters|token=/)
    const reply = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: account })
    expect(reply.json()).toMatchObject({ user: { email: account.email, role: 'admin' } })
    await app.close()
  })

  test.each([
    ['eleven char', 'The configuration is wrong. ADMIN_PASSWORD must have at least 12 characters.'],
    ['1qaz2wsx3edc', 'The configuration is wrong. ADMIN_PASSWORD is invalid: This password is too common.'],
  ])('does not start with the admin’s password %j', async (ADMIN_PASSWORD, sentence) => {
    await expect(start({ ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD })).rejects.toThrow(sentence)
    expect(readOutput()).toBe('')
  })
})
