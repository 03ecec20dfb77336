import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import { type Job, type JobQueue, type Jobs, TryLater } from '#db/jobs.ts'
import { createDiskRoom, type DiskFloor } from '#shared/server/disk-room.ts'
import { dailyLimits, type IgnoredBackup } from '../spec.ts'
import { type BackupFile, createBackupFolder, getBackupName, listIgnored } from './backup-folder.ts'
import { type BackupInput, createBackup } from './create-backup.ts'
import { describeBackupError } from './read-backup.ts'

export type DailyBackupsDeps = {
  jobs: Pick<Jobs, 'queue'>
  db: Db
  stock: BackupInput
  folder: string
  /** The SHA-256 of every secret that the site has had. */
  secrets: ReadonlySet<string>
  /** How many are kept; 0: none is made. */
  keep: number
  diskFloor?: DiskFloor | undefined
  /** Whether the database is blocked for others while one is made. */
  isPglite: boolean
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  clock?: () => number
}

/** The state of the daily backups. Moments are in ms; `failure` is of this process. */
export type BackupStatus = {
  isOn: boolean
  /** Of those that count. */
  newest: number | undefined
  ignored: IgnoredBackup[]
  /** Why the folder cannot be looked at. */
  unreadable: string | undefined
  failure: { since: number; words: string } | undefined
}
export type DailyBackups = ReturnType<typeof createDailyBackups>

const noRoom = 'The disk has too little room for a backup.'

/**
 * A daily backup, made by the job queue: tables and secret in a file each, and every image once beside them.
 */
export function createDailyBackups(deps: DailyBackupsDeps) {
  const { db, stock, folder, secrets, keep, isPglite, log, clock = Date.now } = deps
  const backups = createBackupFolder({ folder, secrets, clock })
  const room = createDiskRoom(folder, { floor: deps.diskFloor })
  const { everyMs, night } = dailyLimits
  const pauseMs = isPglite ? night.everyMs : everyMs
  let failure: BackupStatus['failure']
  let looks = 0
  const queue: JobQueue<object> | undefined =
    keep > 0 ? deps.jobs.queue<object>('backup', perform, dailyLimits.retryPolicy) : undefined

  async function perform({ signal }: Pick<Job<object>, 'signal'>): Promise<void> {
    try {
      await backups.prepare()
      if ((await getAgeMs()) > pauseMs) await makeBackup(signal) // another instance may have made it
      await backups.prune('daily', keep)
      failure = undefined
    } catch (err) {
      if (!signal.aborted) {
        failure = { since: failure?.since ?? clock(), words: describeBackupError(err) }
        log.error({ err }, 'the daily backup failed')
      }
      throw new TryLater()
    }
  }

  async function makeBackup(signal: AbortSignal): Promise<void> {
    await backups.removeDrafts('daily')
    const mayWrite = async (bytes: number) => {
      signal.throwIfAborted()
      if ((await room.left()) < bytes) throw new Error(noRoom)
    }
    const createdAt = new Date(clock())
    const file = join(folder, getBackupName('daily', createdAt))
    if (isPglite)
      log.info({ file }, 'the daily backup begins: PGlite answers nothing else while it reads a table')
    await createBackup(stock, { file, mediaFolder: backups.mediaFolder, createdAt, mayWrite })
  }

  async function getAgeMs(): Promise<number> {
    return clock() - (findNewest(await backups.list()) ?? Number.NEGATIVE_INFINITY)
  }

  async function isDue(): Promise<boolean> {
    const isTime = !isPglite || new Date(clock()).getHours() === night.hour
    return (await getAgeMs()) > (isTime ? pauseMs : night.atLastMs)
  }

  return {
    /**
     * Called every hour. Not at the start, when pages are rendered anew and the process may be stopped soon.
     */
    async queueWhenDue(): Promise<void> {
      looks += 1
      if (!queue) return
      await backups.checkSeals()
      if (looks === 1 || !(await isDue())) return
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

/** The moment of the newest daily backup that counts. */
function findNewest(files: BackupFile[]): number | undefined {
  return files.find(({ kind, flaw }) => kind === 'daily' && !flaw)?.moment
}
