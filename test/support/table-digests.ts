import type { Pool } from 'pg'
import { listTables, runInSnapshot } from '#db/copy-tables.ts'

export type TableDigest = { count: number; digest: string }

/** How many rows each table has, and a digest of them in whatever order they lie. */
export function digestTables(pool: Pool): Promise<Map<string, TableDigest>> {
  return runInSnapshot(pool, async (client) => {
    const digests = new Map<string, TableDigest>()
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<TableDigest>(
        `select count(*)::int as count, md5(string_agg(line, '' order by line)) as digest
         from (select md5(t::text) as line from ${name} t) lines`,
      )
      if (rows[0]) digests.set(name, rows[0])
    }
    return digests
  })
}
