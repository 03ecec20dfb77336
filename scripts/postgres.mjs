import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { getLastLines, installPackage, mayInstall } from './debian.mjs'
import { note, since } from './run.mjs'

/** Installs PostgreSQL for the tests, which start their own server, when it is missing and this is root on Debian. */
export async function installPostgres() {
  if (process.env.TEST_DATABASE_URL || isInstalled() || !mayInstall()) return
  const startMs = performance.now()
  note('Installing PostgreSQL for the tests …')
  const { code, output } = await installPackage('postgresql')
  note(
    code === 0
      ? `Installed in ${since(startMs)}.`
      : `The installation failed with code ${code}:\n${getLastLines(output)}`,
  )
}

const debianFolder = '/usr/lib/postgresql'

/** Checks the same folders as the tests (test/support/postgres-server.ts). */
function isInstalled() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debianFolder, version, 'bin')),
  ]
  return folders.some((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}
