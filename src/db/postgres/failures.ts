import { realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describeUser } from './users.ts'

type Advice = (folder: string, output: RegExpMatchArray) => string
/** Folders that are empty in many databases, so that copies and archives leave them out. */
const emptyFolders =
  'pg_(?:commit_ts|dynshmem|notify|replslot|serial|snapshots|stat|stat_tmp|tblspc|twophase|logical/(?:mappings|snapshots))'

/** What PostgreSQL or the system says, and what to do; none of it means that data is damaged. The first that fits counts. */
const causes: [RegExp, Advice][] = [
  [
    /lock file .* already exists|pre-existing shared memory block|is being used by another/i,
    () => 'Another server still runs on it. Stop that process, or wait a minute, and start again.',
  ],
  [
    /has invalid permissions/i,
    (folder) =>
      `Its mode has to be 0700: chmod 700 ${quote(folder)}. Where that changes nothing, the file system keeps no modes; set DATA_DIR to a folder on another one.`,
  ],
  [
    /has wrong ownership/i,
    (folder) =>
      `Its owner has to be who runs the site: chown -R ${describeUser(process.geteuid?.())} ${quote(folder)}. Where that changes nothing, the file system keeps no owners; set DATA_DIR to a folder on another one.`,
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
      `The folder for temporary files ${tmpdir()} cannot be used for its socket. Make room in it, let everybody write there (chmod 1777), or set TMPDIR to another.`,
  ],
  [
    /No space left on device|Disk quota exceeded/i,
    () => 'The disk is full. Make room on it, then start again.',
  ],
  [
    /Too many open files|insufficient file descriptors/i,
    () => 'Too few files may be open. Raise the limit (ulimit -n 4096; systemd: LimitNOFILE=4096).',
  ],
  [
    /Cannot allocate memory|out of memory|ended by SIGKILL/i,
    () => 'The memory was not enough. End other programs, or give the machine or container more.',
  ],
  [
    /Resource temporarily unavailable|could not fork/i,
    () => 'Too few processes may run. Raise the limit (ulimit -u; systemd: TasksMax; Docker: --pids-limit).',
  ],
  [
    /Read-only file system/i,
    () => 'It is mounted read-only. Mount it for writing, or set DATA_DIR to another folder.',
  ],
  [
    /Input\/output error|i\/o error|structure needs cleaning/i,
    () =>
      'The disk reports errors. Copy the folder to another disk before anything else, and look at the system’s log.',
  ],
  [/"([^"]+)"(?: for \w+)?: (?:Permission denied|Operation not permitted)/i, describeClosed],
  [/(?:permission denied|operation not permitted), \w+ '([^']+)'/i, describeClosed],
  [
    /database files are incompatible|not compatible with this version|incompatible with (?:operating system|server)/i,
    () =>
      'It was made by a PostgreSQL of another version or for another system, and opens there. Start the site where it ran before.',
  ],
  [
    /configuration file|configuration parameter|invalid value for parameter|could not load \S+\.conf|\.conf"?: No such file/i,
    (folder) =>
      `Its settings cannot be read, its data is untouched. Put back or correct postgresql.conf, postgresql.auto.conf and pg_hba.conf in ${quote(folder)}; initdb makes new ones elsewhere.`,
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

/** What only a damaged database says. */
const damagePatterns =
  /checkpoint record|checksum|invalid data|invalid page|invalid magic|invalid (?:primary|control)|read \d+ of \d+|No such file or directory|subdirectory .* is missing|does not exist|could not find the database system|could not access status|unexpected data beyond|cache lookup failed|could not read (?:block|file)|unexpected zero page|WAL (?:ends before|contains)/i

/** What to do about a server that does not start, in sentences; undefined when the cause is not known. */
export function findSolution(output: string, folder: string): string | undefined {
  for (const [pattern, advise] of causes) {
    const match = output.match(pattern)
    if (match) return advise(folder, match)
  }
  return undefined
}

export const isDamageReported = (output: string): boolean => damagePatterns.test(output)

/** The owner of the folder must own everything in it, also the targets of links. */
function describeClosed(folder: string, [, path = '']: RegExpMatchArray): string {
  const named = resolve(folder, path)
  const real = findReal(named)
  const { uid = 0, gid = 0 } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  return `${real} cannot be used by user ${describeUser(uid)}, who runs the server. As root: chown -R ${uid}:${gid} ${quote(real)} && chmod -R u+rwX ${quote(real)}`
}

function findReal(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const quote = (path: string) => (/^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
