import { join } from 'node:path'
import { connectDatabase, type Database, openDatabase } from '#db/client.ts'
import { verifyData } from '#operations/verify.ts'
import type { Site } from '#support/site.ts'
import { digestTables, type TableDigest } from '#support/table-digests.ts'

/** Stops the site, changes its rows and starts it again, for example to make rows older without waiting. */
export async function changeData(site: Site, statement: string, values: unknown[] = []): Promise<void> {
  await site.end()
  const location = { url: site.databaseUrl, dataDir: join(site.dataDir, 'db') }
  const database = await openDatabase({ ...location, isBesideSite: true, applicationName: 'battery' })
  try {
    await database.pool.query(statement, values)
  } finally {
    await database.close()
  }
  await site.restart()
}

type DatabaseLocation = { dataDir: string; url?: string | undefined }

/** Describes each rule that the data in a folder or on a server breaks. */
export function listBrokenRules(location: DatabaseLocation): Promise<string[]> {
  return withDatabase(location, async ({ db }) => {
    const findings = await verifyData(db)
    return findings.map(({ name, offenders }) => `${name}: ${offenders.join('; ')}`)
  })
}

/** The requests without a row in the audit. */
export function listMissingEvents(location: DatabaseLocation, requestIds: string[]): Promise<string[]> {
  return withDatabase(location, async ({ pool }) => {
    const { rows } = await pool.query('select request_id from security_events where request_id = any($1)', [
      requestIds,
    ])
    const recordedIds = new Set(rows.map(({ request_id }) => request_id))
    return requestIds.filter((id) => !recordedIds.has(id))
  })
}

/** Count and digest of the rows of each table. */
export function digestRows(location: DatabaseLocation): Promise<Map<string, TableDigest>> {
  return withDatabase(location, ({ pool }) => digestTables(pool))
}

async function withDatabase<T>(
  location: DatabaseLocation,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await connectDatabase({ ...location, isBesideSite: true, applicationName: 'battery' })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}
