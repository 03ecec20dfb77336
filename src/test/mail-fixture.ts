import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Database } from '#db/client.ts'
import { createJobs, type Jobs } from '#db/jobs.ts'
import { createMailQueue, type MailQueue, type QueuedMail } from '#features/auth/server/mail-queue.ts'
import { createMailTransport } from '#features/auth/server/mail-transport.ts'
import { createMailWorker } from '#features/auth/server/mail-worker.ts'
import { readConfig } from '#main/config.ts'

/** Email wired as in the product, without the rest of it; `env`: what the operator would configure. */
export function useMailFixture(database: Database, options: { env?: Record<string, string> } = {}) {
  const stage = new MailFixture(database)
  beforeAll(() => stage.open(options.env ?? {}))
  beforeEach(() => {
    stage.logged.length = 0
  })
  afterAll(() => stage.close())
  return stage
}

class MailFixture {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'mail-'))
  readonly logged: Record<string, unknown>[] = []
  readonly #log = pino({ level: 'info' }, { write: (line) => this.logged.push(JSON.parse(line)) })
  readonly #database: Database
  #open: { jobs: Jobs; queue: MailQueue } | undefined

  constructor(database: Database) {
    this.#database = database
  }

  get queue(): MailQueue {
    if (!this.#open) throw new Error('The mail queue is there only inside tests and hooks.')
    return this.#open.queue
  }

  async open(env: Record<string, string>): Promise<void> {
    const { db, pool } = this.#database
    const { smtpUrl, mailFrom, publicUrl, dataDir } = readConfig({ DATA_DIR: this.dataDir, ...env })
    const jobs = createJobs({ pool, log: this.#log })
    const transport = createMailTransport({ smtpUrl, mailFrom, publicUrl, dataDir, log: this.#log })
    const queue = createMailQueue({ jobs, send: createMailWorker({ db, transport, publicUrl }) })
    await jobs.start()
    this.#open = { jobs, queue }
  }

  order(mail: QueuedMail): Promise<void> {
    return this.#database.db.transaction((tx) => this.queue.add(tx, mail))
  }

  /** All jobs in the queue, done or not. */
  async rows(): Promise<Record<string, unknown>[]> {
    return (await this.#database.pool.query('select * from pgboss.job')).rows
  }

  async waiting(): Promise<Record<string, unknown>[]> {
    return (await this.rows()).filter(({ state }) => state !== 'completed')
  }

  /** Waits until no email is queued. */
  async settled(): Promise<void> {
    await expect.poll(() => this.waiting(), { timeout: 15_000 }).toEqual([])
  }

  async close(): Promise<void> {
    await this.#open?.jobs.stop()
    rmSync(this.dataDir, { recursive: true })
  }
}
