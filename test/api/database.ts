import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { connectDatabase, type Database, type DatabaseConfig } from '#db/client.ts'
import type { Db } from '#db/db.ts'
import * as schema from '#db/schema.ts'
import { createDatabase } from '#support/databases.ts'

/** The location of an existing or new database; `remove` deletes it. */
export type DatabaseLocation = {
  config: Pick<DatabaseConfig, 'url' | 'dataDir'>
  remove: () => Promise<void>
}

/**
 * Creates a migrated database for the surrounding `describe` (or file), and empties its tables before each test. Its properties
 * may be read only inside tests and hooks, because it is opened before the first of them.
 */
export function useDatabase(): Database {
  let opened: Database | undefined
  let location: DatabaseLocation | undefined
  beforeAll(async () => {
    location = await createDatabaseLocation('server', 'migrated')
    opened = await connectDatabase({ ...location.config, applicationName: 'tests' })
    await opened.db.execute(emptyAllFunction)
  })
  beforeEach(() => emptyAll(database().db))
  afterAll(async () => {
    await opened?.close()
    await location?.remove()
  })
  const database = (): Database => {
    if (!opened) throw new Error('The test database is open only inside tests and hooks.')
    return opened
  }
  return {
    kind: 'server',
    name: 'server',
    get db() {
      return database().db
    },
    get pool() {
      return database().pool
    },
    onStale: (listener) => database().onStale(listener),
    close: () => database().close(),
  }
}

const ownTables = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map(getTableName)
const tables = [...ownTables, 'pgboss.job']

/** A database function, because its plan is cached. It deletes rows, because truncating takes 50 times as long. */
const emptyAllFunction = sql.raw(`
  create function empty_all() returns void language plpgsql set session_replication_role = replica as $$
  begin
    lock table ${tables.join(', ')} in share row exclusive mode;
    ${tables.map((table) => `delete from ${table};`).join(' ')}
  end $$`)

/** Empties every table of the schema and the job queue. */
export async function emptyAll(db: Db): Promise<void> {
  const empty = () => db.execute(sql`select empty_all()`)
  // A job of the previous test may still run and cause a deadlock. Then this tries again.
  await empty().catch((error: unknown) => {
    if (!isDeadlock(error)) throw error
    return empty()
  })
}

/** Saves all rows of the schema's tables. Returns a function that restores them. */
export async function snapshotRows(db: Db): Promise<() => Promise<void>> {
  const getCopyName = (table: string) => sql.raw(`stage.${table}`)
  const filled: string[] = []
  await db.execute(sql`drop schema if exists stage cascade`)
  await db.execute(sql`create schema stage`)
  for (const table of ownTables) {
    const { rows } = await db.execute(sql`select 1 from ${sql.raw(table)} limit 1`)
    if (rows.length === 0) continue
    filled.push(table)
    await db.execute(sql`create table ${getCopyName(table)} as table ${sql.raw(table)}`)
  }
  return async () => {
    await emptyAll(db)
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`) // rows are inserted in any order
      for (const table of filled) {
        await tx.execute(sql`insert into ${sql.raw(table)} table ${getCopyName(table)}`)
      }
    })
  }
}

function isDeadlock(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === '40P01'
}

/** Creates a database on the server, with empty tables or completely empty; or names a folder that does not exist. */
export async function createDatabaseLocation(
  kind: 'server' | 'embedded',
  content: 'migrated' | 'empty',
): Promise<DatabaseLocation> {
  return kind === 'server' ? createServerDatabase(content) : createDatabaseFolder()
}

function createDatabaseFolder(): DatabaseLocation {
  const parent = mkdtempSync(join(tmpdir(), 'database-'))
  return {
    config: { dataDir: join(parent, 'db') },
    remove: async () => rmSync(parent, { recursive: true, force: true }),
  }
}

async function createServerDatabase(content: 'migrated' | 'empty'): Promise<DatabaseLocation> {
  const { url: server, template } = inject('server')
  const { url, drop } = await createDatabase(server, content === 'migrated' ? template : undefined)
  return { config: { url, dataDir: '' }, remove: drop }
}
