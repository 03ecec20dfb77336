import type { TableInfo } from '#db/copy-tables.ts'
import type { Manifest, TableFile } from './manifest.ts'

const isQueueTable = ({ name }: { name: string }) => name.startsWith('pgboss.')

/** Throws an Error with one sentence unless the tables of a backup, those of the job queue apart, are exactly these. */
export function assertSiteTables({ tables }: Manifest, expected: TableInfo[]): void {
  assertSameTables(
    tables.filter((table) => !isQueueTable(table)),
    expected,
  )
}

/** The same for the tables of the job queue. `found` are all tables of a database with the queue's version of the backup. */
export function assertQueueTables({ tables }: Manifest, found: TableInfo[]): void {
  assertSameTables(tables.filter(isQueueTable), found.filter(isQueueTable))
}

function assertSameTables(tables: TableFile[], expected: TableInfo[]): void {
  const names = new Set(tables.map(({ name }) => name))
  const missing = expected.find(({ name }) => !names.has(name))
  if (missing) throw new Error(`It lacks the table ${missing.name} of its version.`)
  const before = new Set<string>()
  for (const { name, columns } of tables) {
    const meant = expected.find((table) => table.name === name)
    if (!meant) throw new Error(`Its version has no table ${quote(name)}.`)
    if (
      columns.length !== meant.columns.length ||
      new Set(columns).symmetricDifference(new Set(meant.columns)).size > 0
    )
      throw new Error(`The columns of ${name} are not those of its version.`)
    before.add(name)
    const later = meant.parents.find((parent) => names.has(parent) && !before.has(parent))
    if (later) throw new Error(`${name} stands before ${later}, to which it refers.`)
  }
}

/** A name in a file may be of any length and hold anything. */
const quote = (name: string) => JSON.stringify(name.slice(0, 60))
