import { pipeline } from 'node:stream/promises'
import { type ClientBase, escapeIdentifier, type Pool } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** A table's rows as COPY writes them in text form, one line each. */
export type TableRows = { table: string; columns: string[]; rows: AsyncIterable<Uint8Array> }
export type TableInfo = { name: string; columns: string[]; parents: string[] }

/** Values have the same format for every configuration of the server and the role, and statements have no timeout. */
const sessionSettings = `
  set local datestyle to iso, ymd; set local intervalstyle to postgres; set local timezone to 'UTC';
  set local bytea_output to hex; set local extra_float_digits to 1; set local client_encoding to utf8;
  set local statement_timeout to 0; set local idle_in_transaction_session_timeout to 0`

/** Internal tables of the job queue. Every installation creates its own rows. */
const excludedTables = ['bam', 'queue_stats', 'version', 'warning'].map((name) => `pgboss.${name}`)

/**
 * Runs `act` on a connection that sees one state of the database until the end. When `source` is a client, that one is
 * used; after an error, the caller must close it.
 */
export function runInSnapshot<T>(
  source: Pool | ClientBase,
  act: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const mode = 'isolation level repeatable read read only'
  return 'totalCount' in source ? runInTransaction(source, mode, act) : runOnConnection(source, mode, act)
}

/** Runs `act` in a transaction without a timeout. It is rolled back when `act` throws. */
export function runInLongTransaction<T>(pool: Pool, act: (client: ClientBase) => Promise<T>): Promise<T> {
  return runInTransaction(pool, '', act)
}

async function runInTransaction<T>(
  pool: Pool,
  mode: string,
  act: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    const result = await runOnConnection(client, mode, act)
    client.release()
    return result
  } catch (error) {
    client.release(true) // only closing the connection stops a COPY in progress
    throw error
  }
}

async function runOnConnection<T>(
  client: ClientBase,
  mode: string,
  act: (client: ClientBase) => Promise<T>,
): Promise<T> {
  await client.query(`begin ${mode}; ${sessionSettings}`)
  const result = await act(client)
  await client.query('commit')
  return result
}

/** The tables of the site and of its job queue. A table comes after the tables that it refers to. */
export async function listTables(client: ClientBase): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo>(
    `select format('%I.%I', nspname, relname) as name,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select format('%I.%I', other.relnamespace::regnamespace::text, other.relname)
         from pg_constraint join pg_class other on other.oid = confrelid
         where contype = 'f' and coalesce(pg_partition_root(conrelid), conrelid) = c.oid) as parents
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition
     order by nspname, relname`,
  )
  return sortParentsFirst(rows.filter(({ name }) => !excludedTables.includes(name)))
}

function sortParentsFirst(tables: TableInfo[]): TableInfo[] {
  const hasPendingParent = ({ name, parents }: TableInfo) =>
    tables.some((table) => table.name !== name && parents.includes(table.name))
  const ready = tables.filter((table) => !hasPendingParent(table))
  if (ready.length === 0) return tables // a cycle, which needs deferred constraints
  return [...ready, ...sortParentsFirst(tables.filter(hasPendingParent))]
}

/** Yields each table of `listTables` with its rows. Read all rows of a table before the next one. Needs a transaction of this file. */
export async function* readTables(client: ClientBase): AsyncGenerator<TableRows> {
  for (const { name, columns } of await listTables(client)) {
    const rows = client.query(copyTo(`copy (select ${formatColumns(columns)} from ${name}) to stdout`))
    rows.on('error', () => {}) // the reader gets the error; after a failed write there is no reader
    yield { table: name, columns, rows }
  }
}

/**
 * Inserts rows into existing, empty tables in the order in which they come. Returns the number of rows by table. Throws
 * when a table does not exist. Needs a transaction of this file.
 */
export async function writeTables(
  client: ClientBase,
  tables: AsyncIterable<TableRows>,
): Promise<Map<string, number>> {
  const existingNames = new Set((await listTables(client)).map(({ name }) => name))
  const counts = new Map<string, number>()
  for await (const { table, columns, rows } of tables) {
    if (!existingNames.has(table)) throw new Error(`The database has no table ${table}.`)
    const copy = client.query(copyFrom(`copy ${table} (${formatColumns(columns)}) from stdin`))
    await pipeline(rows, copy)
    counts.set(table, copy.rowCount)
    await advanceSequences(client, table)
  }
  return counts
}

const formatColumns = (columns: string[]) => columns.map(escapeIdentifier).join(', ')

/** Sets the table's sequences so that they continue after the inserted numbers. */
async function advanceSequences(client: ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; sequence: string }>(
    `select attname::text as name, pg_get_serial_sequence($1, attname) as sequence from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and pg_get_serial_sequence($1, attname) is not null`,
    [table],
  )
  for (const { name, sequence } of rows) {
    await client.query(`select setval($1, max(${escapeIdentifier(name)})) from ${table}`, [sequence])
  }
}
