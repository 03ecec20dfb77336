import type { Pool } from 'pg'
import { listTables, runInSnapshot } from '#db/copy-tables.ts'

export type TableDigest = { count: number; digest: string }

/** How many rows each table has, and a digest of them in whatever order they lie. */
export function digestTables(pool: Pool): Promise<Map<string, TableDigest>> {
  return digestColumns(pool, () => true)
}

/** As `digestTables`, of the columns that `isCounted` by table and number: those that are added later have higher numbers. */
export function digestColumns(
  pool: Pool,
  isCounted: (table: string, column: number) => boolean,
): Promise<Map<string, TableDigest>> {
  return runInSnapshot(pool, async (client) => {
    const digests = new Map<string, TableDigest>()
    for (const { name } of await listTables(client)) {
      const { rows: columns } = await client.query<{ name: string; position: number }>(
        `select quote_ident(attname) as name, attnum as position from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
        [name],
      )
      const counted = columns.filter(({ position }) => isCounted(name, position)).map((column) => column.name)
      const { rows } = await client.query<TableDigest>(
        `select count(*)::int as count, md5(string_agg(line, '' order by line)) as digest
         from (select md5(t::text) as line from (select ${counted.join()} from ${name}) t) lines`,
      )
      if (rows[0]) digests.set(name, rows[0])
    }
    return digests
  })
}

/** The number of each table's last column. */
export async function countColumns(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; last: number }>(
    `select relnamespace::regnamespace || '.' || relname as name, max(attnum)::int as last from pg_class
     join pg_attribute on attrelid = pg_class.oid where relkind = 'r' and attnum > 0 group by 1`,
  )
  return new Map(rows.map(({ name, last }) => [name, last]))
}
