import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/client.ts'
import { migrationsFolder } from '#db/migrate.ts'
import { createDatabase } from '#support/databases.ts'
import { startPostgresServer } from '#support/postgres-server.ts'

/** Migrated, empty databases that are copied for each test file: a folder, and a database on the server. */
export type Templates = {
  folder: string
  server: { url: string; template: string }
}

declare module 'vitest' {
  // An interface, because TypeScript merges only interfaces.
  export interface ProvidedContext {
    templates: Templates
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Prepares the templates and the build once per test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfNeeded()
  const folder = await prepareFolderTemplate()
  const { url, stop } = await startPostgresServer()
  const template = await createDatabase(url)
  const { close } = await openDatabase({ url: template.url, dataDir: '', applicationName: 'tests' })
  await close()
  project.provide('templates', { folder, server: { url, template: template.name } })
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

/** Keeps the folder between runs, because building it takes three seconds; its name changes with its contents. */
async function prepareFolderTemplate(): Promise<string> {
  const cache = join(root, 'node_modules/.cache/test-databases')
  const folder = join(cache, computeFingerprint())
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, 'draft-'))
  const { pool, close } = await openDatabase({
    dataDir: join(draft, 'db'),
    onlyPglite: true,
    applicationName: 'tests',
  })
  await pool.query("update pg_database set datistemplate = false where datname in ('template0', 'template1')")
  for (const unused of ['template0', 'template1']) await pool.query(`drop database ${unused}`) // copies faster
  await close()
  try {
    renameSync(join(draft, 'db'), folder)
  } catch (error) {
    if (!existsSync(folder)) throw error // otherwise another run has created it
  }
  rmSync(draft, { recursive: true })
  return folder
}

function computeFingerprint(): string {
  const migrations = globSync(join(migrationsFolder, '*.sql')).sort()
  const inputFiles = [
    'test/api/global-setup.ts',
    'src/db/pglite/pglite-worker.ts',
    'src/db/jobs.ts',
    'node_modules/pg-boss/package.json',
    'node_modules/@electric-sql/pglite/package.json',
  ]
  const hash = createHash('sha256')
  for (const file of [...migrations, ...inputFiles.map((name) => join(root, name))])
    hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
