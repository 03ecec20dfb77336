import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/client.ts'
import { createDatabase } from '#support/databases.ts'
import { startPostgresServer } from '#support/postgres-server.ts'

/** A server, and the name of its migrated, empty database, which is copied for each test file. */
export type TestServer = { url: string; template: string }

declare module 'vitest' {
  // An interface, because TypeScript merges only interfaces.
  export interface ProvidedContext {
    server: TestServer
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Starts the server and prepares the build once per test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfNeeded()
  const { url, stop } = await startPostgresServer()
  const template = await createDatabase(url)
  const { close } = await openDatabase({ url: template.url, dataDir: '', applicationName: 'tests' })
  await close()
  project.provide('server', { url, template: template.name })
  return async () => {
    await template.drop()
    await stop()
  }
}

/** In a separate process, because the scripts have no types. */
async function buildIfNeeded(): Promise<void> {
  const script = `import { buildIfNeeded } from '${join(root, 'scripts/built.mjs')}'; await buildIfNeeded()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
}
