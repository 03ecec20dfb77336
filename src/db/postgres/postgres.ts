import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PoolConfig } from 'pg'
import { createOpenError, describeRestoreElsewhere, type FindBackup } from '../damage.ts'
import { lockFolder } from '../folder-lock.ts'
import { createCluster, findDatabaseKind, readMajorVersion } from './cluster.ts'
import { repairFolder } from './folder-access.ts'
import {
  type Cluster,
  createClientConfig,
  findPostmaster,
  startPostmaster,
  stopForeignServer,
} from './launch.ts'
import { describeInstall, findPrograms, type PostgresPrograms } from './programs.ts'
import { findCreator, findRunAs, getOwner, type RunAs } from './run-as.ts'
import { superviseServer } from './supervisor.ts'

export type EmbeddedPostgres = {
  poolConfig: PoolConfig
  /** What was opened, for a line at the start: "PostgreSQL 15, the machine's own". */
  name: string
  stop: () => Promise<void>
}

/** `isBesideSite`: what runs beside a site uses the site's server instead of being refused. */
type OpenPostgresOptions = {
  warn: (message: string) => void
  isBesideSite: boolean
  /** For a folder that is created. */
  major?: number | undefined
  findBackup?: FindBackup | undefined
  heartbeatMs?: number | undefined
}

/**
 * Opens the folder of a database with a PostgreSQL server of our own, created when missing. Undefined when
 * there is none that can be run on it; for a folder that has one already that is an error.
 */
export async function openPostgres(
  folder: string,
  { warn, isBesideSite, major, findBackup, heartbeatMs }: OpenPostgresOptions,
): Promise<EmbeddedPostgres | undefined> {
  const running = isBesideSite ? await findPostmaster(folder) : undefined
  if (running) {
    return {
      poolConfig: createSocketPoolConfig(running.socketFolder),
      name: 'the running site’s',
      stop: async () => {},
    }
  }
  const cluster = findCluster(folder, major)
  if (!cluster && findDatabaseKind(folder)) throw new Error(await describeCannotServe(folder, findBackup))
  if (!cluster) return undefined
  const unlock = lockFolder(folder)
  try {
    const { programs, as } = cluster
    if (!findDatabaseKind(folder)) await createCluster(prepareFolder(folder), programs, as)
    const owner = getOwner(as)
    if (owner) await stopForeignServer(folder, owner.uid)
    repairFolder(folder, owner)
    const first = await startPostmaster(cluster, warn)
    const { stop } = superviseServer(first, { cluster, warn, heartbeatMs })
    return {
      poolConfig: createSocketPoolConfig(first.socketFolder),
      name: describePrograms(programs),
      stop: () => stop().finally(unlock),
    }
  } catch (error) {
    unlock()
    throw await createOpenError(folder, error, findBackup)
  }
}

/** The major versions that can be run on a folder of theirs here, best first. */
export function listMajors(folder: string): number[] {
  return findPrograms()
    .filter((programs) => findAble(folder, programs))
    .map(({ major }) => major)
}

function prepareFolder(folder: string): string {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error('It contains files, but no PG_VERSION.')
  rmSync(folder, { recursive: true, force: true })
  return folder
}

/** The best programs that fit the folder, and the user who can run them on it. */
function findCluster(folder: string, wanted?: number): Cluster | undefined {
  const major = findDatabaseKind(folder) ? readMajorVersion(folder) : wanted
  for (const programs of findPrograms()) {
    const as = (major ?? programs.major) === programs.major && findAble(folder, programs)
    if (as) return { folder, programs, as }
  }
  return undefined
}

/** Who can run the programs on a folder, and for one that does not exist create it. */
function findAble(folder: string, programs: PostgresPrograms): RunAs | undefined {
  const as = findRunAs(folder, programs)
  return as && (findDatabaseKind(folder) || findCreator(as, folder, programs)) ? as : undefined
}

/** Why an existing database's folder cannot be opened, and what to do. */
async function describeCannotServe(folder: string, findBackup: FindBackup | undefined): Promise<string> {
  const major = readMajorVersion(folder)
  if (findPrograms().some((programs) => programs.major === major)) return describeCannotRun(folder)
  const what = `The database folder ${folder} was made by PostgreSQL ${major}, which is not on this machine.`
  const onward = 'With a newer one beside it, npm run cli -- db:upgrade moves the database there.'
  return `${what} ${describeInstall(major)} ${onward} ${await describeRestoreElsewhere(findBackup)}`
}

const describeCannotRun = (folder: string) =>
  process.geteuid?.() === 0
    ? `PostgreSQL refuses to run as root, and no other user can enter ${dirname(folder)}. Start the site as a plain user, ` +
      'or put the folder where others may enter (chmod o+x).'
    : `The programs of PostgreSQL cannot be run in ${dirname(folder)}. Install them again, or start the site as the folder's owner.`

function describePrograms({ major, from }: PostgresPrograms): string {
  return `PostgreSQL ${major}, ${from === 'machine' ? 'the machine’s own' : 'npm’s'}`
}

/** As for a server, but without the network. */
function createSocketPoolConfig(socketFolder: string): PoolConfig {
  return {
    ...createClientConfig(socketFolder),
    max: 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  }
}
