import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createEnvironment, getProgramPath, type PostgresPrograms } from './programs.ts'

/** How PostgreSQL is run, which refuses to run as root: as which user, and behind which command. */
export type RunAs = { uid?: number; gid?: number; before: string[] }

const nobody = { uid: 65_534, gid: 65_534, before: [] }
const self: RunAs = { before: [] }
/** In the namespace the user is `nobody`: no longer root, and with a name, without which `initdb` refuses. */
const inNamespace = (user: RunAs): RunAs => ({
  ...user,
  before: ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'],
})

/**
 * The user who can run the programs on the folder of a database: ourselves; as root the owner of the folder
 * or of the one above it, else `nobody`; else one of them, or root, in a user namespace. Undefined when none can.
 */
export function findRunAs(folder: string, programs: PostgresPrograms): RunAs | undefined {
  if (process.platform === 'win32') return self
  const isRoot = process.geteuid?.() === 0
  const user = isRoot ? (findOwner(folder) ?? findOwner(dirname(folder)) ?? nobody) : self
  const users = [user, inNamespace(user), ...(isRoot ? [inNamespace(self)] : [])]
  return users.find((one) => canRun(one, dirname(folder), programs))
}

/** Changes the owner of the folder of a database, and of nothing else, to the user who runs it. */
export function giveFolder(
  { uid = process.geteuid?.(), gid = process.getegid?.() }: RunAs,
  folder: string,
): void {
  if (uid === undefined || gid === undefined || !existsSync(folder) || statSync(folder).uid === uid) return
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid)
  chownSync(folder, uid, gid) // last, because it marks the change as complete
}

function findOwner(folder: string): RunAs | undefined {
  const { uid = 0, gid = 0 } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  return uid === 0 ? undefined : { uid, gid, before: [] }
}

/** Tries it: file modes alone do not show access lists, what the system forbids, and users without a name. */
function canRun({ uid, gid, before }: RunAs, folder: string, programs: PostgresPrograms): boolean {
  const trial = [
    '/bin/sh',
    '-c',
    'cd "$1" && id -un && exec "$2" --version',
    'sh',
    folder,
    getProgramPath(programs, 'postgres'),
  ]
  const [command = '', ...args] = [...before, ...trial]
  const env = createEnvironment(programs)
  return spawnSync(command, args, { uid, gid, env, cwd: '/', stdio: 'ignore' }).status === 0
}
