import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createEnvironment, getProgramPath, type PostgresPrograms } from './programs.ts'
import { chooseOwnUser, listIdleUsers, overflowUser, type User } from './users.ts'

/** How PostgreSQL is run, which refuses to run as root: as which user, and behind which command. */
export type RunAs = { uid?: number; gid?: number; before: string[] }

const self: RunAs = { before: [] }
const isRoot = () => process.geteuid?.() === 0
/**
 * In the namespace the user has the system's unprivileged account: not root, and with a name, which `initdb`
 * requires.
 */
const inNamespace = (user: RunAs): RunAs => ({
  ...user,
  before: ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'],
})

/**
 * The user who can run the server on the folder of a database: ourselves; as root the owner of the folder or of the
 * one above it, else a user that no process runs as; else one of them, or root, in a user namespace. Undefined when none can.
 */
export function findRunAs(folder: string, programs: PostgresPrograms): RunAs | undefined {
  if (process.platform === 'win32') return self
  const user: RunAs = isRoot() ? { ...chooseUser(folder), before: [] } : self
  const users = [user, inNamespace(user), ...(isRoot() ? [inNamespace(self)] : [])]
  return users.find((one) => canRun(one, 'cd "$1"', { folder, programs }))
}

/**
 * The user who can create a folder that `as` runs: `initdb` needs a name. Where a namespace cannot give one, root borrows
 * that of a user without processes. Undefined when there is none.
 */
export function findCreator(as: RunAs, folder: string, programs: PostgresPrograms): RunAs | undefined {
  if (process.platform === 'win32') return self
  const named = isRoot() ? listIdleUsers().map(({ uid, gid }) => ({ uid, gid, before: [] })) : []
  return [as, inNamespace(as), ...named].find((one) => canRun(one, 'cd "$1" && id -un', { folder, programs }))
}

/** To whom root gives the folder of a database; undefined for a plain user, who can give nothing away. */
export function getOwner({ uid = 0, gid = 0 }: RunAs): User | undefined {
  return isRoot() ? { uid, gid } : undefined
}

function chooseUser(folder: string): User {
  return findOwner(folder) ?? findOwner(dirname(folder)) ?? chooseOwnUser(folder)
}

function findOwner(folder: string): User | undefined {
  const { uid = 0, gid = 0 } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  return [0, overflowUser.uid].includes(uid) ? undefined : { uid, gid }
}

type Where = { folder: string; programs: PostgresPrograms }

/** Tries it: file modes alone do not show access lists, what the system forbids, and users without a name. */
function canRun({ uid, gid, before }: RunAs, trial: string, { folder, programs }: Where): boolean {
  const paths = [dirname(folder), getProgramPath(programs, 'postgres')]
  const [command = '', ...args] = [
    ...before,
    '/bin/sh',
    '-c',
    `${trial} && exec "$2" --version`,
    'sh',
    ...paths,
  ]
  const env = createEnvironment(programs)
  return spawnSync(command, args, { uid, gid, env, cwd: '/', stdio: 'ignore' }).status === 0
}
