import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach } from 'vitest'
import { connectDatabase, type Database } from '#db/client.ts'
import { createDatabaseLocation, type DatabaseLocation } from './database.ts'

/** The built command: loading the sources takes four times as long. */
const cli = fileURLToPath(new URL('../../dist/current/server/cli.js', import.meta.url))

export type CommandOutcome = { code: number; out: string; err: string }

/** Creates a database for each test of the surrounding `describe`. `run` runs the operator's command on it in a process. */
export function useTool(kind: 'server' | 'embedded') {
  let location: DatabaseLocation
  let folder: string
  beforeEach(async () => {
    location = await createDatabaseLocation(kind, 'migrated')
    folder = mkdtempSync(join(tmpdir(), 'tool-'))
  })
  afterEach(async () => {
    await location.remove()
    rmSync(folder, { recursive: true })
  })
  const dataDir = () => (location.config.url ? folder : dirname(location.config.dataDir))

  return {
    /** For files that a command reads. */
    folder: () => folder,

    dataDir,

    place: () => location.config,

    run(...args: string[]): Promise<CommandOutcome> {
      const env = { ...process.env, DATA_DIR: dataDir(), DATABASE_URL: location.config.url ?? '' }
      const { promise, resolve } = Promise.withResolvers<CommandOutcome>()
      const child = execFile(process.execPath, [cli, ...args], { env }, (_error, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      )
      return promise
    },

    /** Uses the database between commands, or while they run. */
    async withDatabase<T>(act: (db: Database['db'], database: Database) => Promise<T>): Promise<T> {
      const database = await connectDatabase({ ...location.config, applicationName: 'tests' })
      try {
        return await act(database.db, database)
      } finally {
        await database.close()
      }
    },
  }
}
