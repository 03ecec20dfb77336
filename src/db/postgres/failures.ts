import { realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describeUser } from './users.ts'

type Advice = (folder: string, output: RegExpMatchArray) => string
/** Folders that are often empty, and which copies and archives may therefore leave out. */
const emptyFolders =
  'pg_(?:commit_ts|dynshmem|notify|replslot|serial|snapshots|stat|stat_tmp|tblspc|twophase|logical/(?:mappings|snapshots))'

/** Messages of PostgreSQL or the system, each with what to do. None of them means damaged data. The first match is used. */
const solutions: [RegExp, Advice][] = [
  [
    /lock file .* already exists|pre-existing shared memory block|is being used by another/i,
    () => 'Another server is still running on it. Stop that process, or wait a minute, and start again.',
  ],
  [
    /has invalid permissions/i,
    (folder) =>
      `Its mode must be 0700: chmod 700 ${quote(folder)}. If that changes nothing, the file system does not support modes: set DATA_DIR to a folder on another file system.`,
  ],
  [
    /has wrong ownership/i,
    (folder) =>
      `Its owner must be the user who runs the site: chown -R ${describeUser(process.geteuid?.())} ${quote(folder)}. If that changes nothing, the file system does not support owners: set DATA_DIR to a folder on another file system.`,
  ],
  [
    /(?:resize|open|map) shared memory segment "\/[^"]*".*No space left/i,
    () => 'The memory file system /dev/shm is full or too small. Make it larger (Docker: --shm-size=256m).',
  ],
  [
    /could not create (?:semaphores|shared memory segment)/i,
    () =>
      'The system’s limits of shared memory or semaphores are used up. Raise kernel.shmmax, kernel.shmall and kernel.sem.',
  ],
  [
    /\.s\.PGSQL|Unix[- ]domain socket|Unix address|mkdtemp|chopmark-\w+/i,
    () =>
      `The folder for temporary files ${tmpdir()} cannot be used for its socket. Free some space in it, let all users write to it (chmod 1777), or set TMPDIR to another folder.`,
  ],
  [
    /No space left on device|Disk quota exceeded/i,
    () => 'The disk is full. Free some space on it, then start again.',
  ],
  [
    /Too many open files|insufficient file descriptors/i,
    () => 'The limit of open files is too low. Raise it (ulimit -n 4096; systemd: LimitNOFILE=4096).',
  ],
  [
    /Cannot allocate memory|out of memory|ended by SIGKILL/i,
    () => 'There was not enough memory. Stop other programs, or give the machine or container more memory.',
  ],
  [
    /Resource temporarily unavailable|could not fork/i,
    () => 'The limit of processes is too low. Raise it (ulimit -u; systemd: TasksMax; Docker: --pids-limit).',
  ],
  [
    /Read-only file system/i,
    () => 'It is mounted read-only. Mount it for writing, or set DATA_DIR to another folder.',
  ],
  [
    /Input\/output error|i\/o error|structure needs cleaning/i,
    () =>
      'The disk reports errors. Copy the folder to another disk before anything else, and read the system’s log.',
  ],
  [/"([^"]+)"(?: for \w+)?: (?:Permission denied|Operation not permitted)/i, describeClosed],
  [/(?:permission denied|operation not permitted), \w+ '([^']+)'/i, describeClosed],
  [
    /database files are incompatible|not compatible with this version|incompatible with (?:operating system|server)/i,
    () =>
      'It was created by another version of PostgreSQL or on another system. Start the site where it ran before.',
  ],
  [
    /configuration file|configuration parameter|invalid value for parameter|could not load \S+\.conf|\.conf"?: No such file/i,
    (folder) =>
      `Its settings cannot be read; its data is intact. Restore or correct postgresql.conf, postgresql.auto.conf and pg_hba.conf in ${quote(folder)}; initdb creates new ones in another folder.`,
  ],
  [
    new RegExp(`"(?:\\S*/)?(${emptyFolders})\\S*": No such file`, 'i'),
    (folder, [, name]) =>
      `Its folder ${name}, which may be empty, is missing: install -d -m 700 -o $(stat -c %u ${quote(folder)}) ${quote(join(folder, name ?? ''))}`,
  ],
  [
    /loading shared libraries|could not load library|ENOENT.*spawn|spawn .*ENOENT/i,
    () => 'The programs of PostgreSQL are incomplete on this machine. Install them again.',
  ],
]

/** Messages that only a damaged database causes. */
const damagePatterns =
  /checkpoint record|checksum|invalid data|invalid page|invalid magic|invalid (?:primary|control)|read \d+ of \d+|No such file or directory|subdirectory .* is missing|does not exist|could not find the database system|could not access status|unexpected data beyond|cache lookup failed|could not read (?:block|file)|unexpected zero page|WAL (?:ends before|contains)/i

/** What to do when a server does not start, in sentences; undefined when the cause is unknown. */
export function findSolution(output: string, folder: string): string | undefined {
  for (const [pattern, advise] of solutions) {
    const match = output.match(pattern)
    if (match) return advise(folder, match)
  }
  return undefined
}

export const isDamageReported = (output: string): boolean => damagePatterns.test(output)

/** The owner of the folder must own everything in it, including the targets of links. */
function describeClosed(folder: string, [, path = '']: RegExpMatchArray): string {
  const namedPath = resolve(folder, path)
  const realPath = resolveLinks(namedPath)
  const { uid = 0, gid = 0 } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  return `${realPath} cannot be used by user ${describeUser(uid)}, who runs the server. As root: chown -R ${uid}:${gid} ${quote(realPath)} && chmod -R u+rwX ${quote(realPath)}`
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const quote = (path: string) => (/^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
