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

/** Thrown by a job that is to be retried and has nothing to log. */
export class TryLater extends Error {
  override readonly name = 'TryLater'
}

export type JobQueue<T> = {
  /**
   * Adds a job to the queue, in the caller's transaction. While one with the same key waits or runs no second
   * is added: the waiting one gets the new data instead.
   */
  send(tx: Db, key: string, data: T): Promise<void>
  /** How many jobs wait or run. */
  size(): Promise<number>
}

/**
 * Retry delay of a failed job in seconds: the first and the maximum; its time-out, five minutes by default;
 * and the polling interval for jobs that are due again, or were sent by another process, two seconds by
 * default: a process takes its own at once.
 */
export type RetryPolicy = { first: number; maxSeconds: number; atWork?: number; looksEvery?: number }

type JobsDeps = {
  pool: Pool
  log: { warn(details: Record<string, unknown>, message: string): void }
  /** How often to look for jobs whose process has died. */
  watchSeconds?: number
}

export type Jobs = ReturnType<typeof createJobs>

/** How many jobs wait or run, the age of the oldest, and how many were given up. */
export type JobStatus = { waiting: number; oldest: Date | null; failed: number }

/**
 * Jobs of a process that died are given to another after this time without a heartbeat, and the next poll.
 */
const signOfLifeSeconds = 20
/** The polling interval unless a queue has its own. */
const pollingIntervalSeconds = 2
const stopMs = 3_000
const hourSeconds = 3_600

/** A job is retried for two days, soon at first, then less and less often. */
const queueDefaults = {
  retryLimit: 100_000,
  retryBackoff: true,
  retentionSeconds: 48 * hourSeconds,
  deleteAfterSeconds: hourSeconds,
  expireInSeconds: 300,
  heartbeatSeconds: signOfLifeSeconds,
} satisfies QueueOptions

/**
 * An hourly task has time until the next hour, and one that failed in a process is retried by another before
 * that.
 */
const hourlyPatience: RetryPolicy = { first: 300, maxSeconds: 1_800, atWork: hourSeconds, looksEvery: 300 }

/**
 * Jobs in the database: they are committed or rolled back with the transaction that sends them, and survive
 * the process.
 */
export function createJobs({ pool, log, watchSeconds = signOfLifeSeconds }: JobsDeps) {
  const stopping = new AbortController()
  const queues = new Map<string, () => Promise<void>>()
  const boss = openBoss(pool, {
    superviseIntervalSeconds: watchSeconds,
    monitorIntervalSeconds: watchSeconds,
    maintenanceIntervalSeconds: hourSeconds,
    // The maintenance of the embedded database vacuums, and a server has autovacuum; the tables stay small.
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', ({ message }) => log.warn({ reason: message }, 'the job queue failed'))
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'the job queue warns'))

  /** Runs the jobs of a queue one by one, the oldest first. @returns a function that polls at once */
  function work<T extends object>(
    name: string,
    perform: (job: Job<T>) => Promise<unknown>,
    retryPolicy: RetryPolicy,
  ): () => void {
    let workerId = ''
    const wake = () => boss.notifyWorker(workerId)
    const handle = async ([job]: BossJob<T>[]) => {
      if (!job) return
      const { id, data } = job
      await perform({ id, data, signal: stopping.signal }).catch((error) => {
        const isQuiet = stopping.signal.aborted || error instanceof TryLater
        if (!isQuiet) log.warn({ queue: name, job: id, err: error }, 'a job failed')
        throw new Error('The log says why.') // what is thrown here is stored, and must hold nothing private
      })
      wake() // there may be another
    }
    queues.set(name, async () => {
      const own = {
        ...queueDefaults,
        retryDelay: retryPolicy.first,
        retryDelayMax: retryPolicy.maxSeconds,
        expireInSeconds: retryPolicy.atWork ?? queueDefaults.expireInSeconds,
      }
      await boss.createQueue(name, { ...own, policy: 'exclusive' })
      await boss.updateQueue(name, own)
      await boss.findJobs(name, { key: '' }) // otherwise the first send would query the queue on the pool
      const options = { pollingIntervalSeconds: retryPolicy.looksEvery ?? pollingIntervalSeconds }
      workerId = await boss.work(name, options, handle)
    })
    return wake
  }

  return {
    /** Creates a queue whose jobs run one by one, the oldest first; to be called before `start`. */
    queue<T extends object>(
      name: string,
      perform: (job: Job<T>) => Promise<void>,
      patience: RetryPolicy = { first: 1, maxSeconds: 30 },
    ): JobQueue<T> {
      const wake = work(name, perform, patience)
      return {
        async send(tx, key, data) {
          const options = { db: fromDrizzle(tx, sql), singletonKey: key }
          const sent = await boss.send(name, data, options)
          if (sent === null) await boss.update(name, data, options)
          runAfterCommit(wake)
        },
        async size() {
          const { rows } = await pool.query<{ size: number }>(
            `select count(*)::int as size from pgboss.job
             where name = $1 and state in ('created', 'retry', 'active')`,
            [name],
          )
          return rows[0]?.size ?? 0
        },
      }
    },

    /**
     * Creates the queue of tasks that run once in each hour of the clock, in one of the processes that share
     * the database; to be called once, before `start`.
     * @returns a function that requests all tasks; only the first request in an hour counts
     */
    hourly(tasks: Record<string, () => Promise<unknown>>): () => Promise<void> {
      const name = 'hourly'
      const perform = async ({ data: { task } }: Pick<Job<{ task: string }>, 'data'>) => {
        wake() // polls for the next one, also after one that fails
        await tasks[task]?.()
      }
      const wake = work(name, perform, hourlyPatience)
      return async () => {
        for (const task of Object.keys(tasks)) {
          await boss.send(name, { task }, { singletonKey: task, singletonSeconds: hourSeconds })
        }
        wake()
      }
    },

    async start(): Promise<void> {
      await boss.start()
      for (const open of queues.values()) await open()
    },

    async status(): Promise<JobStatus> {
      const { rows } = await pool.query<JobStatus>(
        `select count(*) filter (where state <> 'failed')::int as waiting,
           min(created_on) filter (where state <> 'failed') as oldest,
           count(*) filter (where state = 'failed')::int as failed
         from pgboss.job where state in ('created', 'retry', 'active', 'failed')`,
      )
      return rows[0] ?? { waiting: 0, oldest: null, failed: 0 }
    },

    /** Waits briefly for running jobs; unfinished ones run again later. Called before the pool ends. */
    async stop(): Promise<void> {
      stopping.abort()
      const ended = Promise.all([...queues.keys()].map((name) => boss.offWork(name)))
      await Promise.race([ended, delay(stopMs, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

/** Creates the tables of the job queue, or migrates them. */
export async function installJobs(client: Pool | ClientBase): Promise<void> {
  const boss = openBoss(client, { supervise: false })
  await boss.start()
  await boss.stop({ graceful: false })
}

/** The version of the queue's tables, by which rows of other versions are told apart. */
export async function readQueueVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  return rows[0]?.version ?? 0
}

/** On a connection of ours, because the embedded database has only this one. */
function openBoss(connection: Pool | ClientBase, options: ConstructorOptions): PgBoss {
  const db = { executeSql: (text: string, values?: unknown[]) => connection.query(text, values) }
  return new PgBoss({ db, schedule: false, ...options })
}
