import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Pool } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import type { Database } from '#db/client.ts'
import { runInLongTransaction } from '#db/copy-tables.ts'
import { createJobs, installJobs } from '#db/jobs.ts'
import { applyMigrations, isMigrated, listKnownMigrations } from '#db/migrate.ts'
import { anAgent, aProduct, aQcSet, aReview, aSession, aUser } from '#support/factories.ts'
import { digestTables } from '#support/table-digests.ts'
import { useDatabase } from '#test/database.ts'
import { digestRestored, putFile, secret, useBackups } from '#test/fixtures/backup-fixture.ts'
import {
  digestOurs,
  eventsOf,
  fillFormer,
  formerSchema,
  oldNames,
  renamedTypes,
} from '#test/former-database.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore.ts'

const plainly = { replace: false, resumeJobs: false }
const media = { 'agents/mark.webp': 'a mark', 'demo/same.webp': 'a photo', 'qc/photo.webp': 'a photo' }
const notEmpty =
  'The database or the data folder is not empty. Restore into empty ones, or use --replace, which backs up their content first.'

const countRows = async (pool: Pool, table: string) =>
  Number((await pool.query(`select count(*) as n from ${table}`)).rows[0]?.n)

async function fillDatabase(db: Parameters<typeof aUser>[0]) {
  const user = await aUser(db, { name: 'a\tb\n\\.' })
  await aSession(db, user)
  for (const make of [aReview, aQcSet, aProduct, anAgent]) await make(db)
}

describe('a backup that is restored into an empty site', () => {
  const source = useDatabase()
  const { at, aStock, aTarget } = useBackups()
  const file = () => at('backup.tar.zst')
  const make = () => createBackup(aStock(source.pool), { file: file() })

  test('has every row, picture and the secret', async () => {
    await fillDatabase(source.db)
    const before = await digestTables(source.pool)
    await make()
    const target = await aTarget()
    const { manifest, former } = await restoreBackup(file(), target, plainly)
    expect([manifest.media.length, former]).toEqual([3, undefined])
    expect(await target.withPool(digestRestored)).toEqual(before)
    expect(await target.files()).toEqual({ ...media, secret })
    expect(statSync(target.secretFile ?? '').mode & 0o777).toBe(0o600)
    expect(readdirSync(target.mediaDir).sort()).toEqual(['agents', 'demo', 'qc'])
  })
})

describe('a backup', () => {
  const source = useDatabase()
  const { at, aStock, aTarget } = useBackups()
  const file = () => at('backup.tar.zst')
  const make = () => createBackup(aStock(source.pool), { file: file() })

  test('is readable by its owner only, and leaves no other files', async () => {
    await make()
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readdirSync(at())).toEqual(['backup.tar.zst', 'media'])
    await expect(make()).rejects.toThrow(`The file ${file()} already exists.`)
  })

  test('of a site in use is one consistent snapshot', async () => {
    await fillDatabase(source.db)
    let isDone = false
    const writing = (async () => {
      while (!isDone) {
        const user = await aUser(source.db)
        await source.db.transaction(async (tx) => {
          await aSession(tx, user)
          await aProduct(tx)
        })
      }
    })()
    const manifest = await make().finally(() => {
      isDone = true
    })
    await writing
    const target = await aTarget()
    await restoreBackup(file(), target, plainly)
    const after = await target.withPool(digestRestored)
    for (const { name, rows } of manifest.tables) expect([name, after.get(name)?.count]).toEqual([name, rows])
    expect(after.get('public.products')?.count).toBeLessThan(await countRows(source.pool, 'products'))
  })

  test('fails for a database without tables, and leaves no files', async () => {
    const target = await aTarget()
    const making = target.withPool((pool) => createBackup(aStock(pool), { file: file() }))
    await expect(making).rejects.toThrow('The database has no tables yet, so there is nothing to back up.')
    expect(readdirSync(at())).toEqual(['media'])
  })

  describe('of a site with a bucket', () => {
    const remote = {
      list: async () => ['agents/mark.webp', 'qc/elsewhere.webp', 'qc/gone.webp'],
      read: async (name: string) =>
        name === 'qc/elsewhere.webp' ? Buffer.from('of another instance') : undefined,
    }

    test('lists the bucket’s files, and contains the local ones', async () => {
      const { media: savedMedia, remote: left } = await createBackup(
        { ...aStock(source.pool), remote },
        { file: file() },
      )
      expect(savedMedia.map(({ name }) => name).sort()).toEqual(['demo/same.webp', 'qc/photo.webp'])
      expect(left).toEqual(['agents/mark.webp', 'qc/elsewhere.webp', 'qc/gone.webp'])
    })

    test('contains the bucket’s files when requested', async () => {
      await createBackup({ ...aStock(source.pool), remote }, { file: file(), withRemote: true })
      const target = await aTarget()
      const { manifest } = await restoreBackup(file(), target, plainly)
      expect(manifest.remote).toEqual([])
      expect(await target.files()).toEqual({ ...media, 'qc/elsewhere.webp': 'of another instance', secret })
    })
  })

  test('of an older schema is migrated', async () => {
    const [first = 0, ...later] = listKnownMigrations()
    const old = await aTarget()
    await old.withPool(async (pool) => {
      await runInLongTransaction(pool, (client) => applyMigrations(client, { until: first }))
      await installJobs(pool)
      await pool.query(
        `insert into products (shop_type, item_id, name, price_fen, thumbnail, position)
         values ('taobao', '1', 'Kept', 100, '', 1)`,
      )
      await createBackup(aStock(pool), { file: file() })
    })
    const target = await aTarget()
    const { manifest } = await restoreBackup(file(), target, plainly)
    expect([manifest.schema, later.length > 0]).toEqual([first, true])
    await target.withPool(async (pool) => {
      expect(await isMigrated(pool)).toBe(true)
      expect((await pool.query('select name from products')).rows).toEqual([{ name: 'Kept' }])
    })
  })

  test('of the release before has its rows under their new names', async () => {
    const old = await aTarget()
    const before = await old.withPool(async (pool) => {
      await fillFormer(pool)
      await createBackup(aStock(pool), { file: file() })
      return digestOurs(pool)
    })
    const target = await aTarget()
    expect((await restoreBackup(file(), target, plainly)).manifest.schema).toBe(formerSchema)
    await target.withPool(async (pool) => {
      expect(await isMigrated(pool)).toBe(true)
      expect(await digestOurs(pool, before.columns)).toEqual(before)
      expect((await eventsOf(pool)).map(([type]) => type)).toEqual(renamedTypes)
      expect(await oldNames(pool)).toEqual([])
    })
  })

  test.each([
    ['cancelled and counted', false, { cancelled: new Map([['errands', 3]]) }, []],
    ['done when that is asked for', true, { cancelled: new Map() }, ['1', '2', '3']],
  ])('has jobs that waited: they are %s', async (_what, resumeJobs, expected, errands) => {
    await queueTestJobs(source, '1', '2', '3')
    await make()
    const target = await aTarget()
    expect(await restoreBackup(file(), target, { ...plainly, resumeJobs })).toMatchObject(expected)
    await target.withPool(async (pool) => {
      const done: string[] = []
      const { jobs, queue } = startTestJobs(pool, done)
      await jobs.start()
      await expect.poll(() => queue.size()).toBe(0)
      expect(done).toEqual(errands)
      await jobs.stop()
    })
  })

  test('whose job queue has another form comes back without jobs, and is refused when they are wanted', async () => {
    const other = await aTarget()
    await other.withPool(async (pool, database) => {
      await addUser(pool)
      await queueTestJobs(database, 'one')
      await pool.query('update pgboss.version set version = 1')
      await createBackup(aStock(pool), { file: file() })
    })
    const target = await aTarget()
    await expect(restoreBackup(file(), target, { ...plainly, resumeJobs: true })).rejects.toThrow(
      'Nothing was restored. The job queue has another format in this version. Restore without --resume-jobs.',
    )
    expect(await restoreBackup(file(), target, plainly)).toMatchObject({
      hasJobs: false,
      cancelled: new Map(),
    })
    expect(await target.withPool((pool) => countRows(pool, 'users'))).toBe(1)
    expect(await target.withPool((pool) => countRows(pool, 'pgboss.job'))).toBe(0)
  })

  describe('into a target that is not empty', () => {
    test.each([
      ['a row', (target: Awaited<ReturnType<typeof aTarget>>) => target.withPool(addUser)],
      ['another picture', async ({ mediaDir }) => putFile(join(mediaDir, 'qc', 'other.webp'), 'other')],
      ['another content', async ({ mediaDir }) => putFile(join(mediaDir, 'qc', 'photo.webp'), 'other')],
      ['another secret', async ({ secretFile = '' }) => putFile(secretFile, 'another secret of letters')],
    ] satisfies [string, (target: Awaited<ReturnType<typeof aTarget>>) => Promise<unknown>][])(
      '%s: refused, and nothing is changed',
      async (_what, occupy) => {
        await make()
        const target = await aTarget()
        await occupy(target)
        const before = await target.files()
        await expect(restoreBackup(file(), target, plainly)).rejects.toThrow(notEmpty)
        expect(await target.files()).toEqual(before)
        expect(existsSync(join(dirname(target.mediaDir), 'former.tar.zst'))).toBe(false)
      },
    )

    test('the same pictures and secret: nothing would be lost', async () => {
      await make()
      const target = await aTarget()
      await restoreBackup(
        file(),
        { ...(await aTarget()), mediaDir: target.mediaDir, secretFile: target.secretFile },
        plainly,
      )
      await restoreBackup(file(), target, plainly)
      expect(await target.files()).toEqual({ ...media, secret })
    })

    test('with --replace, backs up the existing data first', async () => {
      await fillDatabase(source.db)
      await make()
      const target = await aTarget()
      await target.withPool(addUser)
      putFile(join(target.mediaDir, 'qc', 'other.webp'), 'other')
      putFile(target.secretFile ?? '', 'the former secret\n')
      const { former = '' } = await restoreBackup(file(), target, { ...plainly, replace: true })
      expect(await target.files()).toEqual({ ...media, secret })
      expect(await target.withPool(digestRestored)).toEqual(await digestTables(source.pool))
      const again = await aTarget()
      await restoreBackup(former, again, plainly)
      expect(await again.files()).toEqual({ 'qc/other.webp': 'other', secret: 'the former secret' })
      expect(await again.withPool((pool) => countRows(pool, 'users'))).toBe(1)
    })

    test('of another program: rejected even with --replace', async () => {
      await make()
      const target = await aTarget()
      await target.withPool((pool) => pool.query('create table theirs (id int)'))
      await expect(restoreBackup(file(), target, { ...plainly, replace: true })).rejects.toThrow(
        'The database contains the tables of another program. Use an empty database.',
      )
    })
  })

  test('that fails in its last step changes nothing', async () => {
    const broken = await aTarget()
    await broken.withPool(async (pool) => {
      await addUser(pool)
      // Two products in one place, which the database sees when the transaction ends.
      await pool.query(
        `alter table products drop constraint products_position_unique;
         insert into products (shop_type, item_id, name, price_fen, thumbnail, position)
         values ('taobao', '1', 'One', 100, '', 1), ('taobao', '2', 'Other', 100, '', 1)`,
      )
      await createBackup(aStock(pool), { file: file() })
    })
    const target = await aTarget()
    await target.withPool(addUser)
    putFile(join(target.mediaDir, 'qc', 'other.webp'), 'other')
    putFile(target.secretFile ?? '', 'the former secret')
    const before = [await target.files(), await target.withPool(digestTables)]
    const restoring = restoreBackup(file(), target, { ...plainly, replace: true })
    await expect(restoring).rejects.toThrow('products_position_unique')
    expect([await target.files(), await target.withPool(digestTables)]).toEqual(before)
    expect(readdirSync(target.mediaDir)).toEqual(['qc'])
  })
})

type TestJob = { what: string }

function startTestJobs(pool: Pool, done: string[]) {
  const jobs = createJobs({ pool, log: { warn: vi.fn() } })
  const queue = jobs.queue<TestJob>('errands', async ({ data }) => void done.push(data.what))
  return { jobs, queue }
}

/** Jobs without a worker. */
async function queueTestJobs(
  { pool, db }: Pick<Database, 'pool' | 'db'>,
  ...errands: string[]
): Promise<void> {
  const { jobs, queue } = startTestJobs(pool, [])
  await jobs.start()
  await jobs.stop()
  for (const what of errands) await db.transaction((tx) => queue.send(tx, what, { what }))
}

async function addUser(pool: Pool): Promise<void> {
  await runInLongTransaction(pool, (client) => applyMigrations(client))
  await installJobs(pool)
  await pool.query(
    `insert into users (name, email, email_key) values ('Kim', 'kim@example.com', 'kim@example.com')`,
  )
}
