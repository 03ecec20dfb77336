import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Db } from '#db/db.ts'
import type { Jobs } from '#db/jobs.ts'
import type { RateLimits } from '#shared/server/access/rate-limits.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import type { DiskFloor } from '#shared/server/disk-room.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import type { Config } from './config.ts'

/** The shared services that every feature gets. What it needs from other features is a second argument. */
export type Platform = {
  config: Config
  /** Signs cookies, links in emails, and image URLs. */
  secret: string
  db: Db
  pool: Pool
  jobs: Jobs
  limits: RateLimits
  invalidation: Invalidation
  outbound: Outbound
  log: FastifyBaseLogger
  /** Another free-space floor for disks, for tests. */
  diskFloor?: DiskFloor | undefined
}

export type HourlyTask = () => Promise<unknown>

/** What each feature's `server/feature.ts` returns, besides the services that other features use. */
export type Feature = {
  /** The handlers of the calls in the feature's contract. */
  handlers?: object
  /** By a name that is unique in the whole site. Each task runs once an hour, in one of the processes. */
  hourly?: Record<string, HourlyTask>
  /** Run once an hour in every process, for files in the process's own folders. */
  hourlyInEachProcess?: readonly HourlyTask[]
  start?: () => Promise<unknown>
  /** Saves data that is still only in memory, and ends running work. */
  close?: () => unknown
}
