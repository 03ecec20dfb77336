import { join } from 'node:path'
import { connectDatabase, openDatabase } from '#db/client.ts'
import { verifyData } from '#main/verify.ts'
import type { Site } from '#support/site.ts'

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

/** Rules that the data in a folder, or on a server, breaks; in words. */
export async function brokenRules(place: { dataDir: string; url?: string | undefined }): Promise<string[]> {
  const database = await connectDatabase({ ...place, isBeside: true, applicationName: 'battery' })
  try {
    const findings = await verifyData(database.db)
    return findings.map(({ name, offenders }) => `${name}: ${offenders.join('; ')}`)
  } finally {
    await database.close()
  }
}

/** Requests of whose doing the audit says nothing. */
export async function missingEvents(
  place: { dataDir: string; url?: string | undefined },
  requestIds: string[],
): Promise<string[]> {
  const database = await connectDatabase({ ...place, isBeside: true, applicationName: 'battery' })
  try {
    const { rows } = await database.pool.query(
      'select request_id from security_events where request_id = any($1)',
      [requestIds],
    )
    const found = new Set(rows.map(({ request_id }) => request_id))
    return requestIds.filter((id) => !found.has(id))
  } finally {
    await database.close()
  }
}
