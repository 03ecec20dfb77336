import { z } from 'zod'
import { product } from '#features/products/contract.ts'
import { defineContract } from '#shared/contract.ts'

const healthLevels = ['ok', 'ready', 'slow', 'down', 'off'] as const

/** The health of a source or a job: its status, since when, and a note. */
export const health = z.object({
  name: z.string(),
  level: z.enum(healthLevels),
  since: z.string().nullable(),
  note: z.string(),
})
export type Health = z.output<typeof health>

/** One line of the security log. Names are separate, so that a screen can highlight them. */
export const securityNote = z.object({
  type: z.string(),
  createdAt: z.string(),
  /** The name of the account that acted, if it still exists. */
  actor: z.string().nullable(),
  /** The name of the affected account, agent or product. */
  subject: z.string().nullable(),
  details: z.record(z.string(), z.string()),
  /** How often the same event happened in a row. */
  count: z.number(),
})
export type SecurityNote = z.output<typeof securityNote>

/** A first step of the operator. */
export const setupStep = z.object({
  name: z.enum(['address', 'mail', 'products', 'productData', 'qcPhotos', 'exchangeRates', 'backups']),
  isDone: z.boolean(),
})
export type SetupStep = z.output<typeof setupStep>

export const overview = z.object({
  products: z.number(),
  users: z.number(),
  reviewsWaiting: z.number(),
  /** When the oldest pending review was written. */
  oldestWaiting: z.string().nullable(),
  /** Pending photo submissions. */
  qcSetsWaiting: z.number(),
  /** Pending readings of members. */
  readingsWaiting: z.number(),
  /** Countries without a shipping line that most estimates of the last 30 days were requested for, and how many. */
  unservedCountries: z.array(z.object({ country: z.string(), requests: z.number() })),
  /** The last 30 days, oldest first, today included; days are UTC. */
  views: z.array(z.object({ day: z.string(), views: z.number() })),
  /** The most viewed products of these days. */
  mostViewed: z.array(z.object({ product, views: z.number() })),
  health: z.array(health),
  setup: z.array(setupStep),
  /** Of the last 7 days, newest first. */
  events: z.array(securityNote),
})
export type Overview = z.output<typeof overview>

export const overviewContract = defineContract({
  overview: {
    method: 'GET',
    path: '/overview',
    access: 'admin',
    summary: 'Returns the overview for admins: counts, page views, sources, jobs and account events.',
    reply: overview,
  },
})
export type OverviewContract = typeof overviewContract
