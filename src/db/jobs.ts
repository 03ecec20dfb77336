import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { ClientBase, Pool } from 'pg'
import { type Job as BossJob, type ConstructorOptions, fromDrizzle, PgBoss, type QueueOptions } from 'pg-boss'
import type { Db } from './db.ts'
import { runAfterCommit } from './transaction-guard.ts'

export type Job<T> = {
  /** The same at every attempt. */
  id: string
  data: T
  /** Aborted when the process is about to stop, so that waiting handlers give up. */
  signal: AbortSignal
}

/** Thrown by a job that must be retried without a log message. */
export class TryLater extends Error {
  override readonly name = 'TryLater'
}

export type JobQueue<T> = {
  /**
   * Adds a job to the queue, in the caller's transaction. If a job with the same key waits or runs, no second one is added:
   * the waiting job gets the new data instead.
   */
  send(tx: Db, key: string, data: T): Promise<void>
  /** The number of jobs that wait or run. */
  size(): Promise<number>
}

/**
 * How a queue retries failed jobs, in seconds. `first` and `max`: the delay before the first retry and the maximum, because
 * it doubles. `timeout`: the maximum time of a job, five minutes by default. `polling`: how often to look for retries and for
 * jobs of other processes, every two seconds by default; a process starts its own jobs at once.
 */
export type RetryPolicy = {
  firstSeconds: number
  maxSeconds: number
  timeoutSeconds?: number
  pollingSeconds?: number
}

type JobsDeps = {
  pool: Pool
  log: { warn(details: Record<string, unknown>, message: string): void }
  /** How often to look for jobs whose process has ended. */
  superviseSeconds?: number
}

export type Jobs = ReturnType<typeof createJobs>

/** The number of jobs that wait or run, the time of the oldest, and the number of jobs that failed permanently. */
export type JobStatus = { waiting: number; oldest: Date | null; failed: number }

/**
 * After this time without a heartbeat, another process gets the jobs of a process at its next poll.
 */
const heartbeatSeconds = 20
/** The polling interval unless a queue has its own. */
const pollingIntervalSeconds = 2
const stopTimeoutMs = 3_000
const hourSeconds = 3_600

/** A job is retried for two days, with growing delays. */
const queueDefaults = {
  retryLimit: 100_000,
  retryBackoff: true,
  retentionSeconds: 48 * hourSeconds,
  deleteAfterSeconds: hourSeconds,
  expireInSeconds: 300,
  heartbeatSeconds,
} satisfies QueueOptions

/**
 * An hourly task may take an hour. If it fails in one process, another process retries it within that hour.
 */
const hourlyRetryPolicy: RetryPolicy = {
  firstSeconds: 300,
  maxSeconds: 1_800,
  timeoutSeconds: hourSeconds,
  pollingSeconds: 300,
}

/**
 * Jobs in the database: they are committed or rolled back with the transaction that sends them, and survive
 * the process.
 */
export function createJobs({ pool, log, superviseSeconds = heartbeatSeconds }: JobsDeps) {
  const boss = openBoss(pool, {
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: hourSeconds,
    // `startMaintenance` vacuums the embedded database, and a server has autovacuum; the tables stay small.
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', ({ message }) => log.warn({ reason: message }, 'the job queue failed'))
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'the job queue warns'))
  const workers = createWorkers(boss, log)

  return {
    /** Creates a queue whose jobs run one by one, the oldest first. Must be called before `start`. */
    queue<T extends object>(
      name: string,
      perform: (job: Job<T>) => Promise<void>,
      retryPolicy: RetryPolicy = { firstSeconds: 1, maxSeconds: 30 },
    ): JobQueue<T> {
      return createQueue({ name, pool, boss, poll: workers.add(name, perform, retryPolicy) })
    },

    /**
     * Creates the queue of tasks that run once in each hour of the clock, in one of the processes that share
     * the database. Must be called once, before `start`.
     * @returns a function that requests all tasks; only the first request in an hour counts
     */
    hourly(tasks: Record<string, () => Promise<unknown>>): () => Promise<void> {
      return createHourlyRequest(boss, workers, tasks)
    },

    async start(): Promise<void> {
      await boss.start()
      await workers.start()
    },

    status: () => readJobStatus(pool),

    /** Waits briefly for running jobs; unfinished ones run again later. Must be called before the pool ends. */
    async stop(): Promise<void> {
      await workers.stop()
      await boss.stop({ graceful: false })
    },
  }
}

type QueueParts = { name: string; pool: Pool; boss: PgBoss; poll: () => void }

function createQueue<T extends object>({ name, pool, boss, poll }: QueueParts): JobQueue<T> {
  return {
    async send(tx, key, data) {
      const options = { db: fromDrizzle(tx, sql), singletonKey: key }
      const jobId = await boss.send(name, data, options)
      if (jobId === null) await boss.update(name, data, options)
      runAfterCommit(poll)
    },
    size: () => countOpenJobs(pool, name),
  }
}

/** Adds the worker of the hourly tasks. @returns a function that requests all tasks */
function createHourlyRequest(
  boss: PgBoss,
  workers: ReturnType<typeof createWorkers>,
  tasks: Record<string, () => Promise<unknown>>,
): () => Promise<void> {
  const name = 'hourly'
  const perform = async ({ data: { task } }: Pick<Job<{ task: string }>, 'data'>) => {
    poll() // for the next task, also when this one fails
    await tasks[task]?.()
  }
  const poll = workers.add(name, perform, hourlyRetryPolicy)
  return async () => {
    for (const task of Object.keys(tasks)) {
      await boss.send(name, { task }, { singletonKey: task, singletonSeconds: hourSeconds })
    }
    poll()
  }
}

/** Runs the jobs of each queue one by one, the oldest first. */
function createWorkers(boss: PgBoss, log: JobsDeps['log']) {
  const stopping = new AbortController()
  const openQueues = new Map<string, () => Promise<void>>()
  return {
    /** Adds the worker of a queue. @returns a function that looks for jobs at once */
    add<T extends object>(
      name: string,
      perform: (job: Job<T>) => Promise<unknown>,
      retryPolicy: RetryPolicy,
    ): () => void {
      let workerId = ''
      const poll = () => boss.notifyWorker(workerId)
      const handle = async ([job]: BossJob<T>[]) => {
        if (!job) return
        const { id, data } = job
        await perform({ id, data, signal: stopping.signal }).catch((error) => {
          const isQuiet = stopping.signal.aborted || error instanceof TryLater
          if (!isQuiet) log.warn({ queue: name, job: id, err: error }, 'a job failed')
          throw new Error('See the log for the reason.') // this message is stored, so it must contain no private data
        })
        poll() // there may be another job
      }
      openQueues.set(name, async () => {
        const { timeoutSeconds = queueDefaults.expireInSeconds, pollingSeconds } = retryPolicy
        const options = {
          ...queueDefaults,
          retryDelay: retryPolicy.firstSeconds,
          retryDelayMax: retryPolicy.maxSeconds,
          expireInSeconds: timeoutSeconds,
        }
        await boss.createQueue(name, { ...options, policy: 'exclusive' })
        await boss.updateQueue(name, options)
        await boss.findJobs(name, { key: '' }) // otherwise the first `send` would query the queue on the pool
        const polling = { pollingIntervalSeconds: pollingSeconds ?? pollingIntervalSeconds }
        workerId = await boss.work(name, polling, handle)
      })
      return poll
    },

    async start(): Promise<void> {
      for (const open of openQueues.values()) await open()
    },

    async stop(): Promise<void> {
      stopping.abort()
      const ended = Promise.all([...openQueues.keys()].map((name) => boss.offWork(name)))
      await Promise.race([ended, delay(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}

async function countOpenJobs(pool: Pool, queue: string): Promise<number> {
  const { rows } = await pool.query<{ size: number }>(
    `select count(*)::int as size from pgboss.job
     where name = $1 and state in ('created', 'retry', 'active')`,
    [queue],
  )
  return rows[0]?.size ?? 0
}

async function readJobStatus(pool: Pool): Promise<JobStatus> {
  const { rows } = await pool.query<JobStatus>(
    `select count(*) filter (where state <> 'failed')::int as waiting,
       min(created_on) filter (where state <> 'failed') as oldest,
       count(*) filter (where state = 'failed')::int as failed
     from pgboss.job where state in ('created', 'retry', 'active', 'failed')`,
  )
  return rows[0] ?? { waiting: 0, oldest: null, failed: 0 }
}

/** Creates or migrates the tables of the job queue. */
export async function installJobs(client: Pool | ClientBase): Promise<void> {
  const boss = openBoss(client, { supervise: false })
  await boss.start()
  await boss.stop({ graceful: false })
}

/** The version of the queue's tables. Rows of another version cannot be restored. */
export async function readQueueVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  return rows[0]?.version ?? 0
}

/** Uses our connection, because the embedded database has only one. */
function openBoss(connection: Pool | ClientBase, options: ConstructorOptions): PgBoss {
  const db = { executeSql: (text: string, values?: unknown[]) => connection.query(text, values) }
  return new PgBoss({ db, schedule: false, ...options })
}
