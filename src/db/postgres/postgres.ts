import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PoolConfig } from 'pg'
import { createOpenError, describeRestoreElsewhere, type FindBackup } from '../damage.ts'
import { lockFolder } from '../folder-lock.ts'
import { createCluster, findDatabaseKind, readMajorVersion } from './cluster.ts'
import { findClosedFolder, repairFolder } from './folder-access.ts'
import {
  type Cluster,
  createClientConfig,
  findPostmaster,
  startPostmaster,
  stopForeignServer,
} from './launch.ts'
import { describeInstall, describeNoServer, findPrograms, type PostgresPrograms } from './programs.ts'
import { findCreator, findRunAs, getOwner, type RunAs } from './run-as.ts'
import { superviseServer } from './supervisor.ts'

export type EmbeddedPostgres = {
  poolConfig: PoolConfig
  /** A description for the first lines of output: "PostgreSQL 15, the machine's own". */
  name: string
  stop: () => Promise<void>
}

/** `isBesideSite`: a command that may run beside a running site uses the site's server instead of failing. */
type OpenPostgresOptions = {
  warn: (message: string) => void
  isBesideSite: boolean
  /** The version for a new folder. */
  major?: number | undefined
  findBackup?: FindBackup | undefined
  heartbeatMs?: number | undefined
}

/**
 * Starts a PostgreSQL server on the folder of a database, which is created when missing. Throws when no server can run on it.
 */
export async function openPostgres(
  folder: string,
  { warn, isBesideSite, major, findBackup, heartbeatMs }: OpenPostgresOptions,
): Promise<EmbeddedPostgres> {
  const running = isBesideSite ? await findPostmaster(folder) : undefined
  if (running) {
    return {
      poolConfig: createSocketPoolConfig(running.socketFolder),
      name: 'the running site’s',
      stop: async () => {},
    }
  }
  const cluster = findCluster(folder, major)
  if (!cluster) throw new Error(await describeCannotServe(folder, { major, findBackup }))
  const unlock = lockFolder(folder)
  try {
    const { programs, as } = cluster
    if (!findDatabaseKind(folder)) await createCluster(prepareFolder(folder), programs, as)
    const owner = getOwner(as)
    if (owner) await stopForeignServer(folder, owner.uid)
    repairFolder(folder, owner)
    const server = await startPostmaster(cluster, warn)
    const { stop } = superviseServer(server, { cluster, warn, heartbeatMs })
    return {
      poolConfig: createSocketPoolConfig(server.socketFolder),
      name: describePrograms(programs),
      stop: () => stop().finally(unlock),
    }
  } catch (error) {
    unlock()
    throw await createOpenError(folder, error, findBackup)
  }
}

/** The major versions that can run here on a folder that they created, best first. */
export function listMajors(folder: string): number[] {
  return findPrograms()
    .filter((programs) => findUser(folder, programs))
    .map(({ major }) => major)
}

function prepareFolder(folder: string): string {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error('It contains files, but no PG_VERSION.')
  rmSync(folder, { recursive: true, force: true })
  return folder
}

/** The best programs that fit the folder, and the user who can run them on it. */
function findCluster(folder: string, newMajor?: number): Cluster | undefined {
  const major = findDatabaseKind(folder) ? readMajorVersion(folder) : newMajor
  for (const programs of findPrograms()) {
    const as = (major ?? programs.major) === programs.major && findUser(folder, programs)
    if (as) return { folder, programs, as }
  }
  return undefined
}

/** The user who can run the programs on a folder, and who can also create it when it does not exist. */
function findUser(folder: string, programs: PostgresPrograms): RunAs | undefined {
  const as = findRunAs(folder, programs)
  return as && (findDatabaseKind(folder) || findCreator(as, folder, programs)) ? as : undefined
}

/** Why no server can run on the folder, and what to do. */
async function describeCannotServe(
  folder: string,
  { major: wanted, findBackup }: Pick<OpenPostgresOptions, 'major' | 'findBackup'>,
): Promise<string> {
  const majors = findPrograms().map((programs) => programs.major)
  const existing = findDatabaseKind(folder) && readMajorVersion(folder)
  const major = existing ?? wanted ?? majors[0]
  if (major !== undefined && majors.includes(major)) return describeCannotRun(folder)
  if (existing === undefined) return describeNoServer()
  const problem = `The database folder ${folder} was made by PostgreSQL ${existing}, which is not on this machine.`
  const upgradeAdvice =
    'If a newer version is installed too, npm run cli -- db:upgrade moves the database to it.'
  return `${problem} ${describeInstall(existing)} ${upgradeAdvice} ${await describeRestoreElsewhere(findBackup)}`
}

const describeCannotRun = (folder: string) =>
  process.geteuid?.() === 0
    ? `PostgreSQL refuses to run as root, and no other user can enter ${dirname(folder)}. Start the site as a plain user, ` +
      `put the project elsewhere, or let others pass: chmod o+x ${findClosedFolder(dirname(folder))}`
    : `The programs of PostgreSQL cannot be run in ${dirname(folder)}. Install them again, or start the site as the folder's owner.`

function describePrograms({ major, from }: PostgresPrograms): string {
  return `PostgreSQL ${major}, ${from === 'machine' ? 'the machine’s own' : 'npm’s'}`
}

/** The same options as for a server of DATABASE_URL, but without the network. */
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
