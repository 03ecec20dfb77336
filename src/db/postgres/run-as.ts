import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createEnvironment, getProgramPath, type PostgresPrograms } from './programs.ts'
import { chooseOwnUser, listIdleUsers, overflowUser, type User } from './users.ts'

/** The user who runs PostgreSQL, which refuses to run as root, and a command to put before its command. */
export type RunAs = { uid?: number; gid?: number; commandPrefix: string[] }

const self: RunAs = { commandPrefix: [] }
const isRoot = () => process.geteuid?.() === 0
/**
 * Runs as `user` in a user namespace. There, the user has the system's unprivileged account: it is not root, and it has a name,
 * which `initdb` requires.
 */
const toNamespaceUser = (user: RunAs): RunAs => ({
  ...user,
  commandPrefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'],
})

/**
 * The user who can run the server on the folder of a database: ourselves; as root the owner of the folder or of the
 * one above it, else a user that no process runs as; else one of them, or root, in a user namespace. Undefined when none can.
 */
export function findRunAs(folder: string, programs: PostgresPrograms): RunAs | undefined {
  if (process.platform === 'win32') return self
  const user: RunAs = isRoot() ? { ...chooseUser(folder), commandPrefix: [] } : self
  const users = [user, toNamespaceUser(user), ...(isRoot() ? [toNamespaceUser(self)] : [])]
  return users.find((candidate) => canRun(candidate, 'cd "$1"', { folder, programs }))
}

/**
 * The user who can create a folder for the server of `as`: `initdb` needs a user with a name. When a namespace cannot provide
 * one, root uses a user without processes. Undefined when there is none.
 */
export function findCreator(as: RunAs, folder: string, programs: PostgresPrograms): RunAs | undefined {
  if (process.platform === 'win32') return self
  const idleUsers = isRoot() ? listIdleUsers().map(({ uid, gid }) => ({ uid, gid, commandPrefix: [] })) : []
  return [as, toNamespaceUser(as), ...idleUsers].find((candidate) =>
    canRun(candidate, 'cd "$1" && id -un', { folder, programs }),
  )
}

/** The user who must own the folder of a database; undefined when this process is not root and cannot change owners. */
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

type ServerFiles = { folder: string; programs: PostgresPrograms }

/** Tries to run the server as a user. File modes alone do not show access lists, system restrictions or missing names. */
function canRun(
  { uid, gid, commandPrefix }: RunAs,
  shellTest: string,
  { folder, programs }: ServerFiles,
): boolean {
  const paths = [dirname(folder), getProgramPath(programs, 'postgres')]
  const [command = '', ...args] = [
    ...commandPrefix,
    '/bin/sh',
    '-c',
    `${shellTest} && exec "$2" --version`,
    'sh',
    ...paths,
  ]
  const env = createEnvironment(programs)
  return spawnSync(command, args, { uid, gid, env, cwd: '/', stdio: 'ignore' }).status === 0
}
