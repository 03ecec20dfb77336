import type { TableInfo } from '#db/copy-tables.ts'
import type { Manifest, TableFile } from './manifest.ts'

const isQueueTable = ({ name }: { name: string }) => name.startsWith('pgboss.')

/** Throws an Error with one sentence unless the tables of a backup, except the job queue's, are exactly the expected ones. */
export function assertSiteTables({ tables }: Manifest, expected: TableInfo[]): void {
  assertSameTables(
    tables.filter((table) => !isQueueTable(table)),
    expected,
  )
}

/** The same for the tables of the job queue. `expected` are all tables of a database with the backup's queue version. */
export function assertQueueTables({ tables }: Manifest, expected: TableInfo[]): void {
  assertSameTables(tables.filter(isQueueTable), expected.filter(isQueueTable))
}

function assertSameTables(tables: TableFile[], expected: TableInfo[]): void {
  const names = new Set(tables.map(({ name }) => name))
  const missingTable = expected.find(({ name }) => !names.has(name))
  if (missingTable) throw new Error(`The table ${missingTable.name} of its version is missing.`)
  const earlier = new Set<string>()
  for (const { name, columns } of tables) {
    const expectedTable = expected.find((table) => table.name === name)
    if (!expectedTable) throw new Error(`Its version has no table ${quote(name)}.`)
    if (
      columns.length !== expectedTable.columns.length ||
      new Set(columns).symmetricDifference(new Set(expectedTable.columns)).size > 0
    )
      throw new Error(`The columns of ${name} do not match its version.`)
    earlier.add(name)
    const laterParent = expectedTable.parents.find((parent) => names.has(parent) && !earlier.has(parent))
    if (laterParent) throw new Error(`${name} comes before ${laterParent}, to which it refers.`)
  }
}

/** Quotes a name from a file, which may have any length and content. */
const quote = (name: string) => JSON.stringify(name.slice(0, 60))
