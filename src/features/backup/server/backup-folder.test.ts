import { hash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { useDatabase } from '#test/database.ts'
import { putFile, useBackups } from '#test/fixtures/backup-fixture.ts'
import { createDailySite, dailySiteStart } from '#test/fixtures/daily-site.ts'
import { createBackupFolder, getBackupName } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import type { DailyBackupsDeps } from './daily-backups.ts'

/** Changes one byte, whatever it was. */
function changeByte(content: Buffer): Buffer {
  return content.fill(255 - (content[1000] ?? 0), 1000, 1001)
}

describe('a backup is valid only when it', () => {
  const database = useDatabase()
  const { at, aStock } = useBackups()
  const log = { error: vi.fn(), info: vi.fn() }
  beforeEach(() => mkdirSync(at('backups')))
  const nameOf = (moment: number) => getBackupName('daily', new Date(moment))
  const files = () => readdirSync(at('backups')).filter((name) => name !== 'media')
  const replace = (file: string, by: string) => {
    rmSync(file)
    renameSync(by, file)
  }
  const aSite = (overrides: Partial<DailyBackupsDeps> = {}) =>
    createDailySite(database, aStock(database.pool), { folder: at('backups'), log, ...overrides })

  /** A backup that lies in the folder, of this site unless it is said otherwise. */
  async function put(moment: number, { name = nameOf(moment), secret = aStock(database.pool).secret } = {}) {
    const file = at('backups', name)
    const stock = { ...aStock(database.pool), secret }
    await createBackup(stock, { file, mediaFolder: at('backups', 'media'), createdAt: new Date(moment) })
    return file
  }

  const other = 'the secret of another site'
  const spoiled: [as: string, flaw: string, spoil: (file: string, content: Buffer) => unknown][] = [
    ['one byte', 'damaged', (file, content) => writeFileSync(file, content.subarray(0, 1))],
    ['half', 'damaged', (file, content) => writeFileSync(file, content.subarray(0, content.length / 2))],
    ['without its last byte', 'damaged', (file, content) => writeFileSync(file, content.subarray(0, -1))],
    ['empty', 'damaged', (file) => writeFileSync(file, '')],
    ['with a changed byte', 'damaged', (file, content) => writeFileSync(file, changeByte(content))],
    ['of another program', 'damaged', (file, content) => writeFileSync(file, content.fill(1))],
    ['a folder', 'damaged', (file) => mkdirSync(`${file}.new`) ?? replace(file, `${file}.new`)],
    [
      'of another site',
      'foreign',
      (file) => put(dailySiteStart, { name: 'new', secret: other }).then((made) => replace(file, made)),
    ],
    ['ahead by its name', 'ahead', (file) => renameSync(file, at('backups', nameOf(Date.UTC(2031))))],
    [
      'ahead by its content',
      'ahead',
      (file) => put(Date.UTC(2031), { name: 'new' }).then((made) => replace(file, made)),
    ],
  ]
  test.each(spoiled)('is sound, of this site and not ahead of the clock: %s', async (_as, flaw, spoil) => {
    const file = await put(dailySiteStart)
    await spoil(file, readFileSync(file))
    const [bad = ''] = files()
    const site = aSite({ keep: 1 })
    await site.queueWhenDue()
    expect(await site.status()).toMatchObject({ newest: undefined, ignored: [{ name: bad, flaw }] })
    await site.lookAfter(HOUR_MS)
    expect(await site.status()).toMatchObject({
      newest: site.now(),
      ignored: [{ name: bad, flaw }],
      failure: undefined,
    })
    for (const _day of [1, 2]) await site.lookAfter(DAY_MS)
    expect(files().sort()).toEqual([bad, nameOf(site.now())].sort())
  })

  test('is not dated in the future, whichever way the clock was wrong', async () => {
    const early = aSite()
    await early.queueWhenDue()
    await early.lookAfter(DAY_MS)
    const made = early.now()
    // A year ahead, a day long, then right again.
    await early.lookAfter(365 * DAY_MS)
    const ahead = early.now()
    expect(await early.status()).toMatchObject({ newest: ahead, ignored: [] })
    await early.lookAfter(HOUR_MS - 365 * DAY_MS)
    expect(await early.status()).toMatchObject({
      newest: made,
      ignored: [{ name: nameOf(ahead), flaw: 'ahead' }],
    })
    for (const _day of [1, 2, 3]) await early.lookAfter(DAY_MS)
    expect(files().sort()).toEqual([nameOf(early.now() - DAY_MS), nameOf(early.now()), nameOf(ahead)])

    // At the beginning of 1970, as without a battery.
    const right = early.now()
    await early.lookAfter(HOUR_MS - right)
    expect(await early.status()).toMatchObject({ newest: HOUR_MS })
    expect((await early.status()).ignored).toHaveLength(3)
    await early.lookAfter(right)
    expect(await early.status()).toMatchObject({ newest: right, ignored: [{ name: nameOf(ahead) }] })
  })

  test('was made with a secret of the site; images of any site are kept', async () => {
    await put(dailySiteStart - DAY_MS, { secret: 'the secret of last year' })
    const stock = aStock(database.pool)
    putFile(join(stock.mediaDir, 'qc', 'foreign.webp'), 'a photo of another site')
    await put(dailySiteStart, { secret: 'the secret of another site' })
    rmSync(join(stock.mediaDir, 'qc', 'foreign.webp'))
    const secrets = new Set([stock.secret, 'the secret of last year'].map((one) => hash('sha256', one)))
    const site = aSite({ secrets, keep: 1 })
    await site.queueWhenDue()
    expect(await site.status()).toMatchObject({
      newest: dailySiteStart - DAY_MS,
      ignored: [{ flaw: 'foreign' }],
    })
    await site.lookAfter(DAY_MS)
    expect(files().sort()).toEqual([nameOf(dailySiteStart), nameOf(site.now())])
    expect(readdirSync(at('backups', 'media'))).toContain(hash('sha256', 'a photo of another site'))
  })

  test('is unchanged: it is read once, and again when its time changes', async () => {
    const file = await put(dailySiteStart)
    const mtime = new Date(dailySiteStart)
    utimesSync(file, mtime, mtime)
    const site = aSite()
    await site.queueWhenDue()
    writeFileSync(file, changeByte(readFileSync(file)))
    utimesSync(file, mtime, mtime)
    await site.queueWhenDue()
    expect((await site.status()).newest).toBe(dailySiteStart)
    utimesSync(file, new Date(), new Date())
    await site.lookAfter(HOUR_MS)
    expect((await site.status()).ignored).toEqual([{ name: nameOf(dailySiteStart), flaw: 'damaged' }])
  })

  test('can be read; an unreadable folder is an error', async () => {
    const folder = at('file')
    putFile(folder, '')
    const site = aSite({ folder })
    const unreadable = `The folder ${folder} cannot be read (ENOTDIR). Make the user that runs the site its owner.`
    expect(await site.status()).toMatchObject({ newest: undefined, unreadable, failure: undefined })
  })

  test('lies in a folder of its owner alone, if nothing else lies there', async () => {
    for (const folder of ['backups', 'shared']) {
      mkdirSync(at(folder), { recursive: true })
      chmodSync(at(folder), 0o755)
    }
    putFile(at('shared', 'notes.txt'), '')
    for (const folder of ['backups', 'shared', 'new']) {
      const site = aSite({ folder: at(folder) })
      await site.queueWhenDue()
      await site.lookAfter(HOUR_MS)
    }
    const modeOf = (...path: string[]) => statSync(at(...path)).mode & 0o777
    expect(['backups', 'shared', 'new'].map((folder) => modeOf(folder))).toEqual([0o700, 0o755, 0o700])
    expect(modeOf('shared', nameOf(dailySiteStart + HOUR_MS))).toBe(0o600)
  })

  test('is chosen first: daily, then others, then those dated in the future', async () => {
    const secrets = new Set([hash('sha256', aStock(database.pool).secret)])
    const folder = createBackupFolder({ folder: at('backups'), secrets, clock: () => dailySiteStart })
    const best = async () => (await folder.findBest())?.name
    expect(await best()).toBeUndefined()
    await put(Date.UTC(2031))
    expect(await best()).toBe(nameOf(Date.UTC(2031)))
    await put(dailySiteStart, { name: getBackupName('before-restore', new Date(dailySiteStart)) })
    expect(await best()).toBe(getBackupName('before-restore', new Date(dailySiteStart)))
    await put(dailySiteStart - DAY_MS)
    const newest = await put(dailySiteStart)
    expect(await best()).toBe(nameOf(dailySiteStart))
    writeFileSync(newest, changeByte(readFileSync(newest)))
    expect(await best()).toBe(nameOf(dailySiteStart - DAY_MS))
    expect(existsSync(newest)).toBe(true)
  })
})
