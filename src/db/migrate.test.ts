import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDatabaseLocation, type DatabaseLocation } from '#test/database.ts'
import { connectDatabase, type Database, openDatabase } from './client.ts'
import type { FindBackup } from './damage.ts'
import { checkDatabase } from './health.ts'
import { isMigrated, type MigrationHooks, migrateDatabase, migrationsFolder } from './migrate.ts'

const journal: { entries: { when: number }[] } = JSON.parse(
  readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
)

const newerFolder = mkdtempSync(join(tmpdir(), 'migrations-'))
afterAll(() => rmSync(newerFolder, { recursive: true }))
const later = { idx: 9999, version: '7', when: Date.UTC(2100, 0), tag: '9999_later', breakpoints: true }
/** Makes the folder of a later version, which knows one migration more. */
function writeLater(statements: string): void {
  cpSync(migrationsFolder, newerFolder, { recursive: true })
  writeFileSync(join(newerFolder, `${later.tag}.sql`), statements)
  const entries = [...journal.entries, later]
  writeFileSync(join(newerFolder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
}

describe('migrations', () => {
  let location: DatabaseLocation
  let database: Database
  beforeEach(async () => {
    writeLater('create table later (id int primary key)')
    location = await createDatabaseLocation('server', 'migrated')
    database = await connectDatabase({ ...location.config, applicationName: 'tests' })
  })
  afterEach(async () => {
    await database.close()
    await location.remove()
  })

  const applied = async () => {
    const { rows } = await database.pool.query(
      'select created_at from drizzle.__drizzle_migrations order by 1',
    )
    return rows.map((row) => Number(row.created_at))
  }

  test('are applied once, also from two sides at once', async () => {
    await Promise.all([migrateDatabase(database.pool), migrateDatabase(database.pool)])
    expect(await applied()).toEqual(journal.entries.map(({ when }) => when))
  })

  test('add what is new', async () => {
    expect(await isMigrated(database.pool, newerFolder)).toBe(false)
    await migrateDatabase(database.pool, newerFolder)
    expect(await isMigrated(database.pool, newerFolder)).toBe(true)
    expect(await applied()).toEqual([...journal.entries.map(({ when }) => when), later.when])
  })

  test('of a newer version are refused and left alone', async () => {
    await migrateDatabase(database.pool, newerFolder)
    await expect(migrateDatabase(database.pool)).rejects.toThrow(
      'The database contains a change made by a newer version of Chopmark. ' +
        'Start that version, or restore a backup made before it.',
    )
    await database.close()
    const opening = openDatabase({ ...location.config, applicationName: 'tests' })
    await expect(opening).rejects.toThrow('made by a newer version of Chopmark')
    database = await connectDatabase({ ...location.config, applicationName: 'tests' })
    expect((await applied()).at(-1)).toBe(later.when)
  })

  test('are preceded by the hook, once from two sides, on the connection that holds the lock', async () => {
    const calls: unknown[] = []
    const beforeMigrating: MigrationHooks['beforeMigrating'] = async (client, pending) => {
      const { rows } = await client.query(
        "select to_regclass('later') as later, count(*)::int as locks from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()",
      )
      calls.push([pending, rows[0]])
      return undefined
    }
    const migrate = () => migrateDatabase(database.pool, newerFolder, { beforeMigrating })
    await migrateDatabase(database.pool, migrationsFolder, { beforeMigrating })
    expect(calls).toEqual([])
    await Promise.all([migrate(), migrate()])
    await migrate()
    expect(calls).toEqual([[[later.tag], { later: null, locks: 1 }]])
  })

  test('are not applied when the hook fails, and not preceded by it where there is nothing yet', async () => {
    const beforeMigrating = async () => {
      throw new Error('There is no room.')
    }
    const migrating = migrateDatabase(database.pool, newerFolder, { beforeMigrating })
    await expect(migrating).rejects.toThrow('There is no room.')
    expect(await applied()).toEqual(journal.entries.map(({ when }) => when))
    await database.pool.query('drop schema public cascade; create schema public; drop schema drizzle cascade')
    await migrateDatabase(database.pool, newerFolder, { beforeMigrating })
    expect((await applied()).at(-1)).toBe(later.when)
  })

  test('of a newer version are refused with the backup that was made before them', async () => {
    await migrateDatabase(database.pool, newerFolder)
    const queries: unknown[] = []
    const findBackup: FindBackup = async (schemas) => {
      queries.push(schemas)
      return { file: '/my backups/file', description: 'a backup' }
    }
    await expect(migrateDatabase(database.pool, migrationsFolder, { findBackup })).rejects.toThrow(
      "Start that version, or restore a backup made before it: npm run cli -- restore '/my backups/file' --replace",
    )
    expect(queries).toEqual([journal.entries.map(({ when }) => when)])
  })

  test('that fail leave nothing behind, and are named with the file to go back to', async () => {
    writeLater('create table later (id int);\n--> statement-breakpoint\nselect 1 / 0')
    await expect(migrateDatabase(database.pool, newerFolder)).rejects.toThrow(
      /^The migration 9999_later failed: division by zero\. Nothing was changed; start the previous version again$/,
    )
    const hooks = { beforeMigrating: async () => '/backups/file' }
    await expect(migrateDatabase(database.pool, newerFolder, hooks)).rejects.toThrow(
      /; start the previous version again, or restore its backup: npm run cli -- restore \/backups\/file --replace$/,
    )
    const { rows } = await database.pool.query("select to_regclass('later') as later")
    expect(rows).toEqual([{ later: null }])
    expect(await applied()).toEqual(journal.entries.map(({ when }) => when))
  })

  test('make a ready database', async () => {
    expect((await checkDatabase(database.pool)).isReady).toBe(true)
    await database.pool.query('drop schema drizzle cascade')
    expect((await checkDatabase(database.pool)).isReady).toBe(false)
  })

  test('leave a database that takes no writes not ready', async () => {
    const setAll = async (state: 'on' | 'off') => {
      const clients = await Promise.all(
        Array.from({ length: database.pool.options.max }, () => database.pool.connect()),
      )
      for (const client of clients) {
        await client.query(`set default_transaction_read_only = ${state}`)
        client.release()
      }
    }
    await setAll('on')
    expect((await checkDatabase(database.pool)).isReady).toBe(false)
    await setAll('off')
    expect((await checkDatabase(database.pool)).isReady).toBe(true)
  })

  test('leave a busy or closed database not ready instead of waiting', async () => {
    const clients = await Promise.all(
      Array.from({ length: database.pool.options.max }, () => database.pool.connect()),
    )
    expect((await checkDatabase(database.pool, 50)).isReady).toBe(false)
    for (const client of clients) client.release()
    expect((await checkDatabase(database.pool)).isReady).toBe(true)
    await database.close()
    expect((await checkDatabase(database.pool)).isReady).toBe(false)
  })
})

describe('an empty database', () => {
  test('becomes a database with all tables', async () => {
    const location = await createDatabaseLocation('server', 'empty')
    const { pool, close } = await openDatabase({ ...location.config, applicationName: 'tests' })
    expect((await checkDatabase(pool)).isReady).toBe(true)
    expect((await pool.query('select count(*)::int as n from products')).rows).toEqual([{ n: 0 }])
    await close()
    await location.remove()
  })
})
