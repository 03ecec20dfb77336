import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PoolConfig } from 'pg'
import { cannotOpen, type FindBackup, howToRestore } from '../damage.ts'
import { lockFolder } from '../folder-lock.ts'
import { createCluster, kindOf, majorOf } from './cluster.ts'
import { type Cluster, clientConfig, findPostmaster, startPostmaster } from './launch.ts'
import { findPrograms, howToInstall, type Programs } from './programs.ts'
import { findRunAs, giveTo } from './run-as.ts'
import { supervise } from './supervisor.ts'

export type EmbeddedPostgres = {
  poolConfig: PoolConfig
  /** What was opened, for a line at the start: "PostgreSQL 15, the machine's own". */
  name: string
  stop: () => Promise<void>
}

/** `isBeside`: what runs beside a site uses the site's server instead of being refused. */
type Options = {
  warn: (message: string) => void
  isBeside: boolean
  /** For a folder that is created. */
  major?: number | undefined
  findBackup?: FindBackup | undefined
  beatMs?: number | undefined
}

/**
 * Opens the folder of a database with a PostgreSQL server of our own, created when missing. Undefined when
 * there is none that can be run on it; for a folder that has one already that is an error.
 */
export async function openPostgres(
  folder: string,
  { warn, isBeside, major, findBackup, beatMs }: Options,
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
  const cluster = findCluster(folder, major)
  if (!cluster && kindOf(folder)) throw new Error(await cannotServe(folder, findBackup))
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
    throw await cannotOpen(folder, error, findBackup)
  }
}

/** The major versions that can be run on a folder of theirs here, best first. */
export function majorsFor(folder: string): number[] {
  const able = findPrograms().filter((programs) => findRunAs(folder, programs))
  return able.map(({ major }) => major)
}

function refuseFilled(folder: string): string {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error('It holds files, but no PG_VERSION.')
  rmSync(folder, { recursive: true, force: true })
  return folder
}

/** The best programs that fit the folder, and the user who can run them on it. */
function findCluster(folder: string, wanted?: number): Cluster | undefined {
  const major = kindOf(folder) ? majorOf(folder) : wanted
  for (const programs of findPrograms()) {
    const as = (major ?? programs.major) === programs.major && findRunAs(folder, programs)
    if (as) return { folder, programs, as }
  }
  return undefined
}

/** Why an existing database's folder cannot be opened, and what to do. */
async function cannotServe(folder: string, findBackup: FindBackup | undefined): Promise<string> {
  const major = majorOf(folder)
  if (findPrograms().some((programs) => programs.major === major)) return cannotRun(folder)
  const what = `The database folder ${folder} was made by PostgreSQL ${major}, which is not on this machine.`
  const onward = 'With a newer one beside it, npm run cli -- db:upgrade moves the database there.'
  return `${what} ${howToInstall(major)} ${onward} Or move the folder away; ${await howToRestore(findBackup)}`
}

const cannotRun = (folder: string) =>
  `PostgreSQL refuses to run as root, and no other user can enter ${dirname(folder)}. Start the site as a plain user, ` +
  'or put the folder where others may enter (chmod o+x).'

function nameOf({ major, from }: Programs): string {
  return `PostgreSQL ${major}, ${from === 'machine' ? 'the machine’s own' : 'npm’s'}`
}

/** As for a server, but without the network. */
function poolConfigOf(socketFolder: string): PoolConfig {
  return {
    ...clientConfig(socketFolder),
    max: 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  }
}
