import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lchownSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { callAtProcessExit } from './end-with-process.ts'
import { repairFolder } from './folder-access.ts'
import { createEnvironment, getProgramPath, type PostgresPrograms } from './programs.ts'
import { findCreator, getOwner, type RunAs } from './run-as.ts'

/** The file in a database's folder that says which kind created it; the first folders of PGlite have none. */
const kindFile = 'KIND'
export type DatabaseKind = 'postgresql' | 'pglite'

/** The kind that created a folder; undefined when the folder contains no database or does not exist. */
export function findDatabaseKind(folder: string): DatabaseKind | undefined {
  if (!existsSync(join(folder, 'PG_VERSION'))) return undefined
  const file = join(folder, kindFile)
  return existsSync(file) && readFileSync(file, 'utf8').trim() === 'postgresql' ? 'postgresql' : 'pglite'
}

/** The major version that a folder was created with. */
export function readMajorVersion(folder: string): number {
  return Number(readFileSync(join(folder, 'PG_VERSION'), 'utf8'))
}

/**
 * Creates the folder of a database. It gets its name last, so that an interrupted start leaves no incomplete folder.
 */
export async function createCluster(folder: string, programs: PostgresPrograms, as: RunAs): Promise<void> {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const creator = findCreator(as, folder, programs) ?? as
  const { uid, gid } = creator
  if (uid !== undefined && gid !== undefined) lchownSync(draft, uid, gid)
  await runInitdb(draft, programs, creator)
  repairFolder(draft, getOwner(as))
  writeFileSync(join(draft, kindFile), 'postgresql\n', { flag: 'wx' }) // `wx` does not follow links
  renameSync(draft, folder)
}

/** Runs `initdb`, which starts a server. Its own process group ends with this process. */
async function runInitdb(folder: string, programs: PostgresPrograms, as: RunAs): Promise<void> {
  const initdb = [getProgramPath(programs, 'initdb'), '-D', folder, ...getInitdbOptions(programs)]
  const [command = '', ...args] = [...as.commandPrefix, ...initdb]
  const child = spawn(command, args, {
    uid: as.uid,
    gid: as.gid,
    cwd: '/',
    detached: true,
    env: createEnvironment(programs),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const cancel = callAtProcessExit(() => child.pid && process.kill(-child.pid, 'SIGKILL'))
  try {
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    if (code !== 0) throw new Error(output.trim().split('\n').at(-1) || `initdb ended with ${code}.`)
  } finally {
    cancel()
  }
}

/**
 * Text is compared byte by byte, as on all our databases. Upper and lower case works for all letters, without ICU.
 */
function getInitdbOptions({ major }: PostgresPrograms): string[] {
  const common = ['--username=postgres', '--auth=trust', '--encoding=UTF8']
  if (major >= 17) return [...common, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  return [...common, '--locale=C', `--lc-ctype=${process.platform === 'linux' ? 'C.UTF-8' : 'UTF-8'}`]
}
