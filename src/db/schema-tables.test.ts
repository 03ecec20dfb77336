import { expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { listTables, runInLongTransaction, type TableInfo } from './copy-tables.ts'
import { applyMigrations, listKnownMigrations } from './migrate.ts'
import { listSchemaTables } from './schema-tables.ts'

const database = useDatabase()

const sort = (tables: TableInfo[]) =>
  tables
    .map(({ name, columns, parents }) => ({
      name,
      columns: columns.toSorted(),
      parents: [...new Set(parents)].sort(),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))

test('every schema version has the tables and columns that its migrations make', async () => {
  const { pool } = database
  await runInLongTransaction(pool, async (client) => {
    const own = (await listTables(client)).filter(({ name }) => name.startsWith('public.'))
    await client.query(
      `drop table ${own.map(({ name }) => name).join()} cascade; drop schema drizzle cascade`,
    )
    for (const version of listKnownMigrations()) {
      await applyMigrations(client, { until: version })
      const tables = (await listTables(client)).filter(({ name }) => name.startsWith('public.'))
      expect([version, sort(listSchemaTables(version))]).toEqual([version, sort(tables)])
    }
  })
})

test('a version that never was has none', () => {
  expect(() => listSchemaTables(1)).toThrow('There is no schema version 1.')
})
