import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectDatabase } from '#db/client.ts'
import { runInSnapshot } from '#db/copy-tables.ts'
import { readSchemaVersion } from '#db/migrate.ts'
import { openPglite } from '#db/pglite/pglite.ts'
import { findDatabaseKind } from '#db/postgres/cluster.ts'
import { readManifest } from '#features/backup/server/read-backup.ts'
import { verifyData } from '#operations/verify.ts'
import { readConfig } from '#platform/config.ts'
import { takePort } from '#support/ports.ts'
import { noPages } from '#test/api.ts'
import { createDatabaseLocation, type DatabaseLocation } from '#test/database.ts'
import {
  digestOurs,
  eventsOf,
  fillFormer,
  formerSchema,
  formerToken,
  oldNames,
  renamedTypes,
} from '#test/former-database.ts'
import { startSite } from './site.ts'

describe.each([
  ['a server', 'server'],
  ['PGlite, which moves to PostgreSQL', 'embedded'],
] as const)('a site of the release before, on %s', { timeout: 180_000 }, (_on, kind) => {
  let location: DatabaseLocation
  let dataDir: string
  beforeEach(async () => {
    location = await createDatabaseLocation(kind, 'empty')
    dataDir = location.config.url ? mkdtempSync(join(tmpdir(), 'site-')) : dirname(location.config.dataDir)
    for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await location.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function start() {
    const settings = {
      PORT: String(await takePort()),
      DATA_DIR: dataDir,
      DATABASE_URL: location.config.url,
      LOG_LEVEL: 'silent',
    }
    const config = readConfig({ ...settings, SEED: 'none', LINK_PREVIEW: 'off', PICTURE_JOBS: 'off' })
    return startSite(config, { renderer: noPages, assets: () => '' })
  }

  test('starts with every row, under the new names, and answers as before', async () => {
    const { dataDir: folder, url } = location.config
    const former = await (url
      ? connectDatabase({ ...location.config, applicationName: 'tests' })
      : openPglite(folder))
    await fillFormer(former.pool)
    const before = await digestOurs(former.pool)
    expect(await oldNames(former.pool)).toContain('qc_sets')
    await former.close()

    const { app } = await start()
    const backups = join(dataDir, 'backups')
    const [made = '', ...others] = readdirSync(backups).filter((name) => name !== 'media')
    expect(others).toEqual([])
    expect(made).toMatch(/^before-upgrade-[\dT-]+\.tar\.zst$/)
    expect([statSync(backups).mode & 0o777, statSync(join(backups, made)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ])
    expect(await readManifest(join(backups, made))).toMatchObject({
      schema: formerSchema,
      mediaInside: false,
    })
    const get = async (url: string) => {
      const headers = { authorization: formerToken }
      return (await app.inject({ url: `/api/v1${url}`, headers })).json()
    }
    expect((await get('/qc-photos/42?shopType=taobao')).data.photos).toHaveLength(2)
    expect((await get('/qc-photos/sets?status=pending')).data).toMatchObject([{ name: 'Ann' }])
    expect((await get('/auth/sessions')).data).toMatchObject([{ address: '203.0.113.7' }])
    expect((await get('/users/viewCollection')).productCollection).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ productCode: '42', price: 49.9, priceNow: 59.9 })]),
    )
    await app.close()

    if (!url) expect(findDatabaseKind(folder)).toBe('postgresql')
    const { db, pool, close } = await connectDatabase({ dataDir: folder, url, applicationName: 'tests' })
    expect((await pool.query('delete from agents where built_in is not null')).rowCount).toBe(8)
    expect(await digestOurs(pool, before.columns)).toEqual(before)
    expect(await eventsOf(pool)).toEqual(renamedTypes.map((type) => [type, '203.0.113.7']))
    expect(await oldNames(pool)).toEqual([])
    expect(await verifyData(db)).toEqual([])
    await close()

    if (url) return
    const [formerFolder = ''] = readdirSync(dataDir).filter((name) => name.startsWith('db-pglite-'))
    const old = await openPglite(join(dataDir, formerFolder))
    expect(await runInSnapshot(old.pool, readSchemaVersion)).toBe(formerSchema)
    expect(await oldNames(old.pool)).toContain('qc_sets')
    await old.close()
  })
})
