import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import { type Job, type JobQueue, type Jobs, TryLater } from '#db/jobs.ts'
import { createDiskRoom, type DiskFloor } from '#shared/server/disk-room.ts'
import { dailyLimits, formatStamp, parseStamp } from '../spec.ts'
import { type BackupInput, createBackup } from './create-backup.ts'
import { createPrivateFolder, pruneMedia } from './media.ts'
import { describeBackupError, readManifest } from './read-backup.ts'

type DailyBackupsDeps = {
  jobs: Pick<Jobs, 'queue'>
  db: Db
  stock: BackupInput
  folder: string
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
  newest: number | undefined
  failure: { since: number; words: string } | undefined
}
export type DailyBackups = ReturnType<typeof createDailyBackups>

const dailyName = /^daily-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)\.tar\.zst$/
const noRoom = 'The disk has too little room for a backup.'

/** The daily backups in a folder, the newest first. */
export async function listDailyBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const own = names.filter((name) => dailyName.test(name))
  return own
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

/**
 * A daily backup, made by the job queue: tables and secret in a file each, and every image once beside them.
 */
export function createDailyBackups(deps: DailyBackupsDeps) {
  const { db, stock, folder, keep, isPglite, log, clock = Date.now } = deps
  const room = createDiskRoom(folder, { floor: deps.diskFloor })
  const mediaFolder = join(folder, 'media')
  const { everyMs, night } = dailyLimits
  const pauseMs = isPglite ? night.everyMs : everyMs
  let failure: BackupStatus['failure']
  let looks = 0
  const queue: JobQueue<object> | undefined =
    keep > 0 ? deps.jobs.queue<object>('backup', perform, dailyLimits.retryPolicy) : undefined

  async function perform({ signal }: Pick<Job<object>, 'signal'>): Promise<void> {
    try {
      await createPrivateFolder(mediaFolder)
      if ((await getAgeMs()) > pauseMs) await makeBackup(signal) // another instance may have made it
      await prune()
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
    await removeDrafts()
    const mayWrite = async (bytes: number) => {
      signal.throwIfAborted()
      if ((await room.left()) < bytes) throw new Error(noRoom)
    }
    const file = join(folder, `daily-${formatStamp(new Date(clock()))}.tar.zst`)
    if (isPglite)
      log.info({ file }, 'the daily backup begins: PGlite serves nobody else while it hands out a table')
    await createBackup(stock, { file, mediaFolder, mayWrite })
  }

  /** Drafts of a killed process; at most one makes a daily backup at a time. */
  async function removeDrafts(): Promise<void> {
    for (const name of await readdir(folder)) {
      if (name.startsWith('.daily-')) await rm(join(folder, name), { recursive: true, force: true })
    }
  }

  /** Deletes the oldest, and images with the last manifest that names them. */
  async function prune(): Promise<void> {
    const files = await listDailyBackups(folder)
    for (const file of files.splice(keep)) await rm(file, { force: true })
    const named = new Set<string>()
    for (const file of files) {
      for (const { sha256 } of (await readManifest(file)).media) named.add(sha256)
    }
    await pruneMedia(mediaFolder, named)
  }

  async function findNewest(): Promise<number | undefined> {
    const [file = ''] = await listDailyBackups(folder)
    const [, stamp] = dailyName.exec(basename(file)) ?? []
    return stamp === undefined ? undefined : parseStamp(stamp)
  }

  async function getAgeMs(): Promise<number> {
    return clock() - ((await findNewest()) ?? 0)
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
      if (!queue || looks === 1 || !(await isDue())) return
      await db.transaction((tx) => queue.send(tx, 'daily', {}))
    },
    status: async (): Promise<BackupStatus> => ({ isOn: keep > 0, newest: await findNewest(), failure }),
  }
}
