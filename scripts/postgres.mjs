import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage, lastLines, mayInstall } from './debian.mjs'
import { note, since } from './run.mjs'

/**
 * Ensures that there is a PostgreSQL for the tests, which start a server of their own; as root on Debian it
 * is installed.
 */
export async function installPostgres() {
  if (process.env.TEST_DATABASE_URL || isInstalled() || !mayInstall()) return
  const from = performance.now()
  note('Installing PostgreSQL for the tests …')
  const { code, output } = await installPackage('postgresql')
  note(code === 0 ? `Installed in ${since(from)}.` : `That failed (${code}):\n${lastLines(output)}`)
}

const debianFolder = '/usr/lib/postgresql'

/** Where the tests look as well (test/support/postgres-server.ts). */
function isInstalled() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debianFolder, version, 'bin')),
  ]
  return folders.some((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}
