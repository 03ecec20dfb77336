import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/client.ts'
import { migrationsFolder } from '#db/migrate.ts'
import { askServer, type PostgresServer, startPostgresServer } from './postgres-server.ts'

/** Migrated and empty, to be copied for each test file: a folder, and a database on the server if there is one. */
export type Templates = {
  folder: string
  server: { url: string; template: string } | undefined
}

declare module 'vitest' {
  // An interface, because only that merges with Vitest's own.
  export interface ProvidedContext {
    templates: Templates
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Prepares the templates once per run of the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await folderTemplate()
  const running = await findServer()
  const server = running && { url: running.url, template: await serverTemplate(running.url) }
  project.provide('templates', { folder, server })
  return async () => {
    if (server) await askServer(server.url, `drop database ${server.template}`)
    await running?.stop()
  }
}

/** A given server must work; one found on the machine is used if it can be started. */
async function findServer(): Promise<PostgresServer | undefined> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, stop: () => Promise.resolve() }
  const server = await startPostgresServer().catch((error: Error) => error)
  if (server && !(server instanceof Error)) return server
  const why = server
    ? `${server.message} ${server.cause}`
    : 'No PostgreSQL found (TEST_DATABASE_URL, initdb).'
  console.log(`${why} Tests run on the embedded database only.`)
  return undefined
}

/** Keeps the folder between runs, because building it takes three seconds; its name changes with its contents. */
async function folderTemplate(): Promise<string> {
  const cache = join(root, 'node_modules/.cache/test-databases')
  const folder = join(cache, fingerprint())
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, 'draft-'))
  const { pool, close } = await openDatabase({ dataDir: join(draft, 'db'), applicationName: 'tests' })
  await pool.query("update pg_database set datistemplate = false where datname in ('template0', 'template1')")
  for (const unused of ['template0', 'template1']) await pool.query(`drop database ${unused}`) // copies faster
  await close()
  try {
    renameSync(join(draft, 'db'), folder)
  } catch (error) {
    if (!existsSync(folder)) throw error // else another run was quicker
  }
  rmSync(draft, { recursive: true })
  return folder
}

function fingerprint(): string {
  const migrations = globSync(join(migrationsFolder, '*.sql')).sort()
  const makers = [
    'src/test/global-setup.ts',
    'src/db/pglite-worker.ts',
    'src/db/jobs.ts',
    'node_modules/pg-boss/package.json',
    'node_modules/@electric-sql/pglite/package.json',
  ]
  const hash = createHash('sha256')
  for (const file of [...migrations, ...makers.map((name) => join(root, name))])
    hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

async function serverTemplate(server: string): Promise<string> {
  const name = `template_${randomUUID().replaceAll('-', '')}`
  await askServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const { close } = await openDatabase({ url: url.href, dataDir: '', applicationName: 'tests' })
  await close()
  return name
}
