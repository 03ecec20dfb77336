import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstallPackages, getLastLines, installPackage } from './debian.mjs'
import { formatTimeSince, printProgress } from './run.mjs'

/** Installs PostgreSQL, whose programs the tests start, when it is missing and the user is root on Debian. */
export async function installPostgres() {
  if (process.env.TEST_DATABASE_URL || isInstalled() || !canInstallPackages()) return
  const startMs = performance.now()
  printProgress('Installing PostgreSQL for the tests …')
  const { code, output } = await installPackage('postgresql')
  printProgress(
    code === 0
      ? `Installed in ${formatTimeSince(startMs)}.`
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
