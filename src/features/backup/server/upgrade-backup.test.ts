import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aUser } from '#support/factories.ts'
import { digestTables } from '#support/table-digests.ts'
import { useDatabase } from '#test/database.ts'
import { digestRestored, putFile, useBackups } from '#test/fixtures/backup-fixture.ts'
import { createBackupFolder, getBackupName } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore.ts'
import { backUpBeforeUpgrade } from './upgrade-backup.ts'

describe('the backup before an upgrade', () => {
  const database = useDatabase()
  const { at, aStock, aTarget } = useBackups()
  const folder = () => at('backups')
  const files = () => readdirSync(folder()).sort()

  async function make({ stock = aStock(database.pool), diskFloor = { bytes: 0, part: 0 } } = {}) {
    const secrets = new Set([hash('sha256', stock.secret)])
    const backups = createBackupFolder({ folder: folder(), secrets })
    const client = await database.pool.connect()
    try {
      return await backUpBeforeUpgrade(client, { backups, input: stock, diskFloor })
    } finally {
      client.release(true)
    }
  }

  test('is restored with every row and picture; a stored upload of the same size is not read again', async () => {
    await aUser(database.db)
    const stock = aStock(database.pool)
    renameSync(await make({ stock }), at('backups', getBackupName('before-upgrade', new Date(0))))
    // What was stored of a name is right, also where the site's own copy has been spoiled since.
    writeFileSync(join(stock.mediaDir, 'qc', 'photo.webp'), 'A PHOTO')
    const second = await make({ stock })
    const target = await aTarget()
    await restoreBackup(second, target, { replace: false, resumeJobs: false })
    expect(await target.withPool(digestRestored)).toEqual(await digestTables(database.pool))
    expect(await target.files()).toMatchObject({ 'agents/mark.webp': 'a mark', 'qc/photo.webp': 'a photo' })
  })

  test('is kept three times, and drafts of a killed process are deleted', async () => {
    mkdirSync(at('backups', '.before-upgrade-2020-01-01T00-00-00.tar.zst.x1', 'tables'), { recursive: true })
    const names: string[] = []
    for (const day of [1, 2, 3]) {
      const name = getBackupName('before-upgrade', new Date(Date.UTC(2020, 0, day)))
      await createBackup(aStock(database.pool), {
        file: at('backups', name),
        mediaFolder: at('backups', 'media'),
        createdAt: new Date(Date.UTC(2020, 0, day)),
      })
      names.push(name)
    }
    const made = await make()
    expect(files()).toEqual([...names.slice(1), made.slice(folder().length + 1), 'media'])
  })

  test('fails when there is no room, with the missing bytes, and leaves no files', async () => {
    putFile(at('backups', 'daily-2026-11-22T04-00-00.tar.zst'), 'torn')
    await expect(make({ diskFloor: { bytes: Number.MAX_SAFE_INTEGER, part: 1 } })).rejects.toThrow(
      /^The database was not migrated, because it could not be backed up first: The disk of \S+ needs [1-9]\d* more free bytes\. Fix that, or continue without one: npm start -- --without-backup, or npm run cli -- migrate --without-backup$/,
    )
    expect(files()).toEqual(['daily-2026-11-22T04-00-00.tar.zst', 'media'])
    expect(readdirSync(at('backups', 'media'))).toEqual([])
  })
})
