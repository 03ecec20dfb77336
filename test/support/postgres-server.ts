import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

/** `user` is whom to run as, because PostgreSQL refuses to run as root. */
type ServerPrograms = { bin: string; user: { uid: number; gid: number } | undefined }

export type PostgresServer = {
  url: string
  /** Ends the server and removes its folder. */
  stop: () => Promise<void>
}

const READY = 'database system is ready to accept connections'
/** The data is thrown away, so nothing has to survive a crash; many sites and test files share the server. */
const settingsForTests = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
]

/**
 * The shell holds the server's life: when its input closes, because the tests end or their process is killed,
 * it stops the server and removes the folder.
 */
const KEEPER =
  'folder=$1; shift; "$@" & server=$!; read -r _; kill -QUIT $server; wait $server; rm -rf "$folder"'

const missingMessage =
  'The tests need a PostgreSQL server, 15 or newer: install one (Debian: apt-get install postgresql) or name one: TEST_DATABASE_URL=postgres://…'

/**
 * The server that TEST_DATABASE_URL names, or one of its own in a temporary folder, without what keeps data through a
 * crash. Throws a sentence when there is none.
 */
export async function startPostgresServer(): Promise<PostgresServer> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, stop: () => Promise.resolve() }
  const programs = findPrograms()
  if (!programs) throw new Error(missingMessage)
  const { bin, user } = programs
  // Not the system's folder for temporary files where that is long: a socket's path has 107 bytes at most.
  const folder = mkdtempSync('/tmp/postgres-')
  if (user) chownSync(folder, user.uid, user.gid)
  const as = { ...user, cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }
  const data = join(folder, 'data')
  try {
    const settings = [
      '--auth=trust',
      '--username=postgres',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]
    await promisify(execFile)(join(bin, 'initdb'), ['-D', data, ...settings], as)
    const server = [
      join(bin, 'postgres'),
      '-D',
      data,
      '-k',
      folder,
      '-c',
      'listen_addresses=',
      ...settingsForTests.flatMap((setting) => ['-c', setting]),
    ]
    // Detached, so that Ctrl-C reaches the tests alone and the shell can still clean up after them.
    const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sh', folder, ...server], {
      ...as,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    const stop = async (): Promise<void> => {
      keeper.stdin.end()
      if (keeper.exitCode === null) await once(keeper, 'exit')
    }
    await waitUntilReady(keeper.stderr, stop)
    return { url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`, stop }
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error('PostgreSQL is installed but could not be started for the tests.', { cause })
  }
}

/** Looks in PATH and where Debian puts them; the newest version wins there. */
function findPrograms(): ServerPrograms | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...debian]
  const bin = folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
  if (!bin) return undefined
  if (process.getuid?.() !== 0) return { bin, user: undefined }
  const user = findUser('postgres') ?? findUser('nobody')
  return user && { bin, user }
}

function findUser(name: string): ServerPrograms['user'] {
  const line = readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm'))
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : undefined
}

/** Reads the server's log until the server is ready. Continues to drain the log afterwards. */
async function waitUntilReady(log: Readable, stop: () => Promise<void>): Promise<void> {
  let text: string | undefined = ''
  const ready = Promise.withResolvers<void>()
  log.on('data', (bytes) => {
    if (text === undefined) return
    text += String(bytes)
    if (text.includes('FATAL')) ready.reject(new Error(text))
    if (!text.includes(READY)) return
    text = undefined
    ready.resolve()
  })
  log.on('close', () => ready.reject(new Error(text)))
  await ready.promise.catch(async (error) => {
    await stop()
    throw error
  })
}
