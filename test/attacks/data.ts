import { join } from 'node:path'
import { connectDatabase, type Database, openDatabase } from '#db/client.ts'
import { verifyData } from '#operations/verify.ts'
import type { Site } from '#support/site.ts'
import { digestTables, type TableDigest } from '#support/table-digests.ts'

/** Stops the site, changes its rows and starts it again: time passes this way, without waiting for it. */
export async function changeData(site: Site, statement: string, values: unknown[] = []): Promise<void> {
  await site.end()
  const place = { url: site.databaseUrl, dataDir: join(site.dataDir, 'db') }
  const database = await openDatabase({ ...place, isBeside: true, applicationName: 'battery' })
  try {
    await database.pool.query(statement, values)
  } finally {
    await database.close()
  }
  await site.restart()
}

type Place = { dataDir: string; url?: string | undefined }

/** Rules that the data in a folder, or on a server, breaks; in words. */
export function brokenRules(place: Place): Promise<string[]> {
  return beside(place, async ({ db }) => {
    const findings = await verifyData(db)
    return findings.map(({ name, offenders }) => `${name}: ${offenders.join('; ')}`)
  })
}

/** Requests of whose doing the audit says nothing. */
export function missingEvents(place: Place, requestIds: string[]): Promise<string[]> {
  return beside(place, async ({ pool }) => {
    const { rows } = await pool.query('select request_id from security_events where request_id = any($1)', [
      requestIds,
    ])
    const found = new Set(rows.map(({ request_id }) => request_id))
    return requestIds.filter((id) => !found.has(id))
  })
}

/** How many rows each table has, and which. */
export function rowsOf(place: Place): Promise<Map<string, TableDigest>> {
  return beside(place, ({ pool }) => digestTables(pool))
}

async function beside<T>(place: Place, look: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ ...place, isBeside: true, applicationName: 'battery' })
  try {
    return await look(database)
  } finally {
    await database.close()
  }
}
