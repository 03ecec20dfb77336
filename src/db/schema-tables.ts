import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { TableInfo } from './copy-tables.ts'
import { migrationsFolder } from './migrate.ts'

const journalShape = z.object({ entries: z.array(z.object({ idx: z.int(), when: z.int() })) })
const snapshotShape = z.object({
  tables: z.record(
    z.string(),
    z.object({
      columns: z.record(z.string(), z.object({ name: z.string() })),
      foreignKeys: z.record(z.string(), z.object({ tableTo: z.string() })),
    }),
  ),
})

/**
 * The site's tables in a schema version (the time of its newest migration in ms), with the names of `listTables`. Reads the
 * snapshots that drizzle writes beside each migration, so it needs no database. Throws for an unknown version.
 */
export function listSchemaTables(version: number): TableInfo[] {
  const { entries } = journalShape.parse(readMeta('_journal.json'))
  const entry = entries.find(({ when }) => when === version)
  if (!entry) throw new Error(`There is no schema version ${version}.`)
  const { tables } = snapshotShape.parse(readMeta(`${String(entry.idx).padStart(4, '0')}_snapshot.json`))
  return Object.entries(tables).map(([name, { columns, foreignKeys }]) => ({
    name,
    columns: Object.values(columns).map((column) => column.name),
    parents: Object.values(foreignKeys).map(({ tableTo }) => `public.${tableTo}`),
  }))
}

function readMeta(name: string): unknown {
  return JSON.parse(readFileSync(join(migrationsFolder, 'meta', name), 'utf8'))
}
