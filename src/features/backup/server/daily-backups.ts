import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { type Job, type JobQueue, type Jobs, TryLater } from '#db/jobs.ts'
import { createDiskRoom, type DiskFloor } from '#shared/server/disk-room.ts'
import { dailyLimits, type IgnoredBackup } from '../limits.ts'
import { type BackupFile, createBackupFolder, getBackupName, listIgnored } from './backup-folder.ts'
import { type BackupInput, createBackup } from './create-backup.ts'
import { describeBackupError } from './read-backup.ts'

export type DailyBackupsDeps = {
  jobs: Pick<Jobs, 'queue'>
  db: Db
  stock: BackupInput
  folder: string
  /** The SHA-256 of every secret the site has had. */
  secrets: ReadonlySet<string>
  /** How many backups are kept; 0 switches them off. */
  keep: number
  diskFloor?: DiskFloor | undefined
  log: Pick<FastifyBaseLogger, 'error'>
  clock?: () => number
}

/** The status of the daily backups. Times are in ms; `failure` is of this process. */
export type BackupStatus = {
  isOn: boolean
  /** Time of the newest valid daily backup. */
  newest: number | undefined
  ignored: IgnoredBackup[]
  /** Why the folder cannot be read. */
  unreadable: string | undefined
  failure: { since: number; message: string } | undefined
}
export type DailyBackups = ReturnType<typeof createDailyBackups>

const diskFullMessage = 'The disk has too little free space for a backup.'

/**
 * Daily backups, created by the job queue: one file with tables and secret per day, and every image once beside them.
 */
export function createDailyBackups(deps: DailyBackupsDeps) {
  const { db, stock, folder, secrets, keep, log, clock = Date.now } = deps
  const backups = createBackupFolder({ folder, secrets, clock })
  const room = createDiskRoom(folder, { floor: deps.diskFloor })
  let failure: BackupStatus['failure']
  let checkCount = 0
  const queue: JobQueue<object> | undefined =
    keep > 0 ? deps.jobs.queue<object>('backup', perform, dailyLimits.retryPolicy) : undefined

  async function perform({ signal }: Pick<Job<object>, 'signal'>): Promise<void> {
    try {
      await backups.prepare()
      if (await isDue()) await makeBackup(signal) // another instance may have created it
      await backups.prune('daily', keep)
      failure = undefined
    } catch (err) {
      if (!signal.aborted) {
        failure = { since: failure?.since ?? clock(), message: describeBackupError(err) }
        log.error({ err }, 'The daily backup failed.')
      }
      throw new TryLater()
    }
  }

  async function makeBackup(signal: AbortSignal): Promise<void> {
    await backups.removeDrafts('daily')
    const assertRoom = async (bytes: number) => {
      signal.throwIfAborted()
      if ((await room.left()) < bytes) throw new Error(diskFullMessage)
    }
    const createdAt = new Date(clock())
    const file = join(folder, getBackupName('daily', createdAt))
    await createBackup(stock, { file, mediaFolder: backups.mediaFolder, createdAt, assertRoom })
  }

  async function getAgeMs(): Promise<number> {
    return clock() - (findNewest(await backups.list()) ?? Number.NEGATIVE_INFINITY)
  }

  const isDue = async () => (await getAgeMs()) > dailyLimits.everyMs

  return {
    /**
     * Queues a backup if one is due. Called every hour; ignores the first call, at the start, when pages are being
     * rendered and the process may be stopped soon.
     */
    async queueWhenDue(): Promise<void> {
      checkCount += 1
      if (!queue) return
      await backups.checkSeals()
      if (checkCount === 1 || !(await isDue())) return
      await db.transaction((tx) => queue.send(tx, 'daily', {}))
    },
    async status(): Promise<BackupStatus> {
      const state = { isOn: keep > 0, newest: undefined, ignored: [], unreadable: undefined, failure }
      try {
        const files = await backups.list()
        return { ...state, newest: findNewest(files), ignored: listIgnored(files) }
      } catch (error) {
        return { ...state, unreadable: describeBackupError(error) }
      }
    },
  }
}

/** The time of the newest valid daily backup, in ms. */
function findNewest(files: BackupFile[]): number | undefined {
  return files.find(({ kind, flaw }) => kind === 'daily' && !flaw)?.timeMs
}
