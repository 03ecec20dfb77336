import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '#shared/time.ts'
import { aUser } from '#support/factories.ts'
import { digestTables } from '#support/table-digests.ts'
import { useDatabase } from '#test/database.ts'
import { digestRestored, putFile, secret, useBackups } from '#test/fixtures/backup-fixture.ts'
import { createDailySite, dailySiteStart } from '#test/fixtures/daily-site.ts'
import type { DailyBackupsDeps } from './daily-backups.ts'
import { restoreBackup } from './restore.ts'

const start = dailySiteStart
const nothing = { newest: undefined, ignored: [], unreadable: undefined, failure: undefined }

describe('the daily backup', () => {
  const database = useDatabase()
  const { at, aStock, aTarget } = useBackups()
  const log = { error: vi.fn() }
  afterEach(() => vi.clearAllMocks())
  const files = (...path: string[]) => readdirSync(at('backups', ...path)).sort()

  const aSite = (overrides: Partial<DailyBackupsDeps> = {}) =>
    createDailySite(database, aStock(database.pool), { folder: at('backups'), log, ...overrides })

  test('is created an hour after the start, and then every day', async () => {
    const site = aSite()
    await site.queueWhenDue()
    expect(await site.status()).toEqual({ ...nothing, isOn: true })
    await site.lookAfter(DAY_MS / 24)
    expect(files()).toEqual(['daily-2026-11-23T04-00-00.tar.zst', 'media'])
    expect(await site.status()).toMatchObject({ newest: start + DAY_MS / 24 })
    await site.lookAfter(DAY_MS / 2)
    expect(files()).toHaveLength(2)
    await site.lookAfter(DAY_MS / 2)
    expect(files()).toEqual([
      'daily-2026-11-23T04-00-00.tar.zst',
      'daily-2026-11-24T04-00-00.tar.zst',
      'media',
    ])
  })

  test('stores each image once, until the last backup that lists it is deleted', async () => {
    const site = aSite()
    await site.queueWhenDue()
    await site.lookAfter(DAY_MS)
    expect(files('media')).toHaveLength(2) // of three pictures two are the same
    expect(statSync(at('backups', 'media', files('media')[0] ?? '')).mode & 0o777).toBe(0o600)
    rmSync(join(site.mediaDir, 'agents', 'mark.webp'))
    putFile(join(site.mediaDir, 'qc', 'new.webp'), 'a new photo')
    await site.lookAfter(DAY_MS)
    expect(files('media')).toHaveLength(3)
    putFile(at('backups', 'media', 'half.draft'), '')
    await site.lookAfter(DAY_MS)
    expect(files('media')).toHaveLength(2)
    expect(files()).toEqual([
      'daily-2026-11-25T03-00-00.tar.zst',
      'daily-2026-11-26T03-00-00.tar.zst',
      'media',
    ])
  })

  test('is restored with the images beside it, and rejected without them', async () => {
    await aUser(database.db)
    const site = aSite()
    await site.queueWhenDue()
    await site.lookAfter(DAY_MS)
    const [name = ''] = files()
    const target = await aTarget()
    await restoreBackup(at('backups', name), target, { replace: false, resumeJobs: false })
    expect(await target.withPool(digestRestored)).toEqual(await digestTables(database.pool))
    const photo = { 'demo/same.webp': 'a photo', 'qc/photo.webp': 'a photo' }
    expect(await target.files()).toEqual({ 'agents/mark.webp': 'a mark', ...photo, secret })
    const [picture = ''] = files('media')
    putFile(at('backups', 'media', picture), 'another')
    const again = restoreBackup(at('backups', name), await aTarget(), {
      replace: false,
      resumeJobs: false,
    })
    await expect(again).rejects.toThrow(`${picture} has changed: its size or checksum is wrong.`)
  })

  test('fails when the disk has too little space, and leaves no files', async () => {
    const site = aSite({ diskFloor: { bytes: Number.MAX_SAFE_INTEGER, part: 1 } })
    await site.queueWhenDue()
    await site.lookAfter(DAY_MS)
    expect(files()).toEqual(['media'])
    expect(files('media')).toEqual([])
    const failureMessage = 'The disk has too little free space for a backup.'
    const since = start + DAY_MS
    expect(await site.status()).toEqual({
      ...nothing,
      isOn: true,
      failure: { since, message: failureMessage },
    })
    await site.lookAfter(DAY_MS / 24)
    expect(await site.status()).toMatchObject({ failure: { since } })
    expect(log.error.mock.calls.map(([, message]) => message)).toEqual(
      Array(2).fill('The daily backup failed.'),
    )
  })

  test('deletes drafts of a killed process, and reports no error when the site stops', async () => {
    mkdirSync(at('backups', '.daily-2026.tar.zst.x1', 'tables'), { recursive: true })
    const site = aSite()
    await site.queueWhenDue()
    site.stop()
    await site.lookAfter(DAY_MS)
    expect([files(), log.error.mock.calls]).toEqual([['media'], []])
  })

  test('is not created when it is switched off', async () => {
    mkdirSync(at('backups'))
    const site = aSite({ keep: 0 })
    await site.queueWhenDue()
    await site.lookAfter(DAY_MS)
    expect([files(), await site.status()]).toEqual([[], { ...nothing, isOn: false }])
  })
})
