import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Jobs } from '#db/jobs.ts'
import { aUser } from '#support/factories.ts'
import { put, secret, useBackups } from '#test/backup-stage.ts'
import { useDatabase } from '#test/database.ts'
import { digestTables } from '#test/table-digests.ts'
import { createDailyBackups } from './daily.ts'
import { restore } from './restore.ts'

const day = 86_400_000
const start = Date.parse('2026-11-23T03:00:00Z')

describe('the daily backup', () => {
  const database = useDatabase('server')
  const { at, aStock, aTarget } = useBackups()
  const log = { error: vi.fn() }
  afterEach(() => log.error.mockClear())
  const files = (...path: string[]) => readdirSync(at('backups', ...path)).sort()

  /** A site whose clock goes by hand. */
  function aSite(given: Partial<Parameters<typeof createDailyBackups>[0]> = {}) {
    const time = { now: start }
    const running = new AbortController()
    const waiting: (() => Promise<void>)[] = []
    const jobs: Pick<Jobs, 'queue'> = {
      queue: (_name, perform) => ({
        async send(_tx, _key, data) {
          waiting.push(() => perform({ id: '', data, signal: running.signal }))
        },
        size: async () => waiting.length,
      }),
    }
    const folder = at('backups')
    const stock = aStock(database.pool)
    const backups = createDailyBackups({
      ...{ jobs, db: database.db, stock, folder, keep: 2, log, clock: () => time.now },
      diskFloor: { bytes: 0, part: 0 },
      ...given,
    })
    return {
      ...backups,
      mediaDir: stock.mediaDir,
      stop: () => running.abort(),
      async lookAfter(ms: number) {
        time.now += ms
        await backups.tend()
        for (const act of waiting.splice(0)) await act().catch(() => {})
      },
    }
  }

  test('is not made at the start but an hour later, and a day after the last', async () => {
    const site = aSite()
    await site.tend()
    expect(await site.status()).toEqual({ isOn: true, newest: undefined, failure: undefined })
    await site.lookAfter(day / 24)
    expect(files()).toEqual(['daily-2026-11-23T04-00-00.tar.zst', 'media'])
    expect(await site.status()).toMatchObject({ newest: start + day / 24 })
    await site.lookAfter(day / 2)
    expect(files()).toHaveLength(2)
    await site.lookAfter(day / 2)
    expect(files()).toEqual([
      'daily-2026-11-23T04-00-00.tar.zst',
      'daily-2026-11-24T04-00-00.tar.zst',
      'media',
    ])
  })

  test('has each picture once, and pictures go with the last backup that names them', async () => {
    const site = aSite()
    await site.tend()
    await site.lookAfter(day)
    expect(files('media')).toHaveLength(2) // of three pictures two are the same
    expect(statSync(at('backups', 'media', files('media')[0] ?? '')).mode & 0o777).toBe(0o600)
    rmSync(join(site.mediaDir, 'agents', 'mark.webp'))
    put(join(site.mediaDir, 'qc', 'new.webp'), 'a new photo')
    await site.lookAfter(day)
    expect(files('media')).toHaveLength(3)
    put(at('backups', 'media', 'half.draft'), '')
    await site.lookAfter(day)
    expect(files('media')).toHaveLength(2)
    expect(files()).toEqual([
      'daily-2026-11-25T03-00-00.tar.zst',
      'daily-2026-11-26T03-00-00.tar.zst',
      'media',
    ])
  })

  test('is restored with the pictures beside it, and refused without them', async () => {
    await aUser(database.db)
    const site = aSite()
    await site.tend()
    await site.lookAfter(day)
    const [name = ''] = files()
    const target = await aTarget('server')
    await restore(at('backups', name), target, { replace: false, resumeJobs: false })
    expect(await target.withPool(digestTables)).toEqual(await digestTables(database.pool))
    const photo = { 'demo/same.webp': 'a photo', 'qc/photo.webp': 'a photo' }
    expect(await target.files()).toEqual({ 'agents/mark.webp': 'a mark', ...photo, secret })
    const [picture = ''] = files('media')
    put(at('backups', 'media', picture), 'another')
    const again = restore(at('backups', name), await aTarget('server'), { replace: false, resumeJobs: false })
    await expect(again).rejects.toThrow(`${picture} is not what it was.`)
  })

  test('is an error where the disk would have too little room, and leaves nothing', async () => {
    const site = aSite({ diskFloor: { bytes: Number.MAX_SAFE_INTEGER, part: 1 } })
    await site.tend()
    await site.lookAfter(day)
    expect(files()).toEqual(['media'])
    expect(files('media')).toEqual([])
    const words = 'The disk has too little room for a backup.'
    const since = start + day
    expect(await site.status()).toEqual({ isOn: true, newest: undefined, failure: { since, words } })
    await site.lookAfter(day / 24)
    expect(await site.status()).toMatchObject({ failure: { since } })
    expect(log.error.mock.calls.map(([, message]) => message)).toEqual(
      Array(2).fill('the daily backup failed'),
    )
  })

  test('clears what a killed process has left, and tells of no error when the site stops', async () => {
    mkdirSync(at('backups', '.daily-2026.tar.zst.x1', 'tables'), { recursive: true })
    const site = aSite()
    await site.tend()
    site.stop()
    await site.lookAfter(day)
    expect([files(), log.error.mock.calls]).toEqual([['media'], []])
  })

  test('is not made when none is to be kept', async () => {
    mkdirSync(at('backups'))
    const site = aSite({ keep: 0 })
    await site.tend()
    await site.lookAfter(day)
    expect([files(), await site.status()]).toEqual([
      [],
      { isOn: false, newest: undefined, failure: undefined },
    ])
  })
})
