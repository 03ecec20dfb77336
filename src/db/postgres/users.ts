import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'

export type User = { uid: number; gid: number }

/** Whom daemons without a user of their own share, and with whom no data may be shared. */
export const overflowUser: User = { uid: 65_534, gid: 65_534 }
/**
 * Numbers that no system hands out: below systemd's dynamic users (61184) and containers' (100000), beyond people's (60000)
 * and home directories' (60577), and within the 65536 that a container with a map of its own has at least.
 */
const ownUids = { first: 60_706, count: 478 }

export const isOwnUid = (uid: number) => uid >= ownUids.first && uid < ownUids.first + ownUids.count

/** A user without a name, for one folder's server alone: the same for the same path, unless another user has it. */
export function chooseOwnUser(folder: string): User {
  const start = createHash('sha256').update(folder).digest().readUInt32BE()
  const used = listUsedUids()
  const isFree = (uid: number) => !used.has(uid) && !hasName({ uid, gid: uid })
  for (let step = 0; step < ownUids.count; step++) {
    const uid = ownUids.first + ((start + step) % ownUids.count)
    if (isFree(uid)) return { uid, gid: uid }
  }
  throw new Error(`Every user from ${ownUids.first} on is in use.`)
}

/** Users with a name and no process at this moment, `nobody` first; empty where the system keeps no list. */
export function listIdleUsers(): User[] {
  const used = listUsedUids()
  const idle = readUsers().filter(({ uid }) => uid !== 0 && !used.has(uid))
  return idle.toSorted(
    (one, other) => Number(other.uid === overflowUser.uid) - Number(one.uid === overflowUser.uid),
  )
}

/** A user as commands accept it: the name, else the number. */
export function describeUser(uid: number | undefined): string {
  return readUsers().find((one) => one.uid === uid)?.name ?? String(uid)
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

/** Also of those that another source than the file names. */
const hasName = (user: User) => spawnSync('id', ['-un'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0

function listUsedUids(): Set<number> {
  const processes =
    process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return new Set(processes.map((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? 0))
}
