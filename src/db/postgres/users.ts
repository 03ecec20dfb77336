import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'

export type User = { uid: number; gid: number }

/** The account `nobody`. Several daemons share it, so it must not own our data. */
export const overflowUser: User = { uid: 65_534, gid: 65_534 }
/**
 * User ids that no system assigns: below systemd's dynamic users (61184) and containers' (100000), beyond people's (60000)
 * and home directories' (60577), and within the 65536 that a container with a map of its own has at least.
 */
const ownUids = { first: 60_706, count: 478 }

export const isOwnUid = (uid: number) => uid >= ownUids.first && uid < ownUids.first + ownUids.count

/** A user id without a name, used only for one folder's server. The same path gets the same id, unless that is in use. */
export function chooseOwnUser(folder: string): User {
  const start = createHash('sha256').update(folder).digest().readUInt32BE()
  const usedUids = listUsedUids()
  const isFree = (uid: number) => !usedUids.has(uid) && !hasName({ uid, gid: uid })
  for (let step = 0; step < ownUids.count; step++) {
    const uid = ownUids.first + ((start + step) % ownUids.count)
    if (isFree(uid)) return { uid, gid: uid }
  }
  throw new Error(
    `All user ids from ${ownUids.first} to ${ownUids.first + ownUids.count - 1} are in use. Start the site as a plain user.`,
  )
}

/** Users with a name and without a running process, `nobody` first; empty when the system has no /etc/passwd. */
export function listIdleUsers(): User[] {
  const usedUids = listUsedUids()
  const idle = readUsers().filter(({ uid }) => uid !== 0 && !usedUids.has(uid))
  return idle.toSorted((a, b) => Number(b.uid === overflowUser.uid) - Number(a.uid === overflowUser.uid))
}

/** A user for a command line: the name, or the id when the user has no name. */
export function describeUser(uid: number | undefined): string {
  return readUsers().find((user) => user.uid === uid)?.name ?? String(uid)
}

function readUsers(): (User & { name: string })[] {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').trim().split('\n')
    return lines.map((line) => {
      const [name = '', , uid, gid] = line.split(':')
      return { name, uid: Number(uid), gid: Number(gid) }
    })
  } catch {
    return []
  }
}

/** Asks `id`, because the system may know users that are not in /etc/passwd. */
const hasName = (user: User) => spawnSync('id', ['-un'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0

function listUsedUids(): Set<number> {
  const processes =
    process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return new Set(processes.map((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? 0))
}
