import { join } from 'node:path'
import { openDatabase } from '#db/client.ts'
import type { Site } from '../e2e/server.ts'

/** Stops the site, changes its rows and starts it again: time passes this way, without waiting for it. */
export async function changeData(site: Site, statement: string): Promise<void> {
  await site.end()
  const database = await openDatabase({ dataDir: join(site.dataDir, 'db'), applicationName: 'battery' })
  try {
    await database.pool.query(statement)
  } finally {
    await database.close()
  }
  await site.restart()
}
