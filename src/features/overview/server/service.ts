import { count, desc, eq, gte, isNull, min, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import {
  itemReadings,
  pageViews,
  photoSubmissions,
  products,
  reviews,
  unservedEstimates,
  users,
} from '#db/schema.ts'
import { formatUtcDay } from '#shared/format/format-date.ts'
import { DAY_MS } from '#shared/time.ts'
import type { Health, Overview } from '../contract.ts'
import { overviewLimits } from '../texts-and-limits.ts'
import { listRecentEvents } from './recent-events.ts'
import { listSetupSteps, type SetupSettings } from './setup.ts'

export type OverviewService = ReturnType<typeof createOverviewService>

export type OverviewServiceDeps = {
  db: Db
  /** The most viewed products since a UTC day. */
  mostViewed: (since: string, limit: number) => Promise<Overview['mostViewed']>
  /** Whether the active rate card has a line to a country, by its code. */
  readServed: () => Promise<(country: string) => boolean>
  readHealth: () => Promise<Health[]>
  settings: SetupSettings
  now?: () => number
}

/** Collects the overview of the admin home. */
export function createOverviewService({
  db,
  mostViewed,
  readHealth,
  readServed,
  settings,
  now = Date.now,
}: OverviewServiceDeps) {
  return {
    async read(): Promise<Overview> {
      const days = getLastDays(now())
      const [first = ''] = days
      const [
        products,
        users,
        waiting,
        qcSetsWaiting,
        readingsWaiting,
        unserved,
        views,
        viewed,
        health,
        events,
      ] = await Promise.all([
        countProducts(db),
        countUsers(db),
        findPendingReviews(db),
        db.$count(photoSubmissions, eq(photoSubmissions.status, 'pending')),
        db.$count(itemReadings, eq(itemReadings.status, 'pending')),
        findUnservedSince(db, first, await readServed()),
        countViewsSince(db, first),
        mostViewed(first, overviewLimits.mostViewed),
        readHealth(),
        listRecentEvents(db, now()),
      ])
      return {
        products,
        users,
        reviewsWaiting: waiting.count,
        oldestWaiting: waiting.oldest?.toISOString() ?? null,
        qcSetsWaiting,
        readingsWaiting,
        unservedCountries: unserved,
        views: days.map((day) => ({ day, views: views.get(day) ?? 0 })),
        mostViewed: viewed,
        health,
        setup: listSetupSteps(settings, { products }),
        events,
      }
    },
  }
}

/** Oldest first, today included. */
function getLastDays(now: number): string[] {
  const { days } = overviewLimits
  return Array.from({ length: days }, (_, index) => formatUtcDay(now - (days - 1 - index) * DAY_MS))
}

function countProducts(db: Db): Promise<number> {
  return db.$count(products, isNull(products.deletedAt))
}

function countUsers(db: Db): Promise<number> {
  return db.$count(users)
}

async function findPendingReviews(db: Db): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await db
    .select({ count: count(), oldest: min(reviews.createdAt) })
    .from(reviews)
    .where(eq(reviews.status, 'pending'))
  return row ?? { count: 0, oldest: null }
}

/** Without countries that have a line by now. */
async function findUnservedSince(
  db: Db,
  first: string,
  isServed: (country: string) => boolean,
): Promise<Overview['unservedCountries']> {
  const requests = sql<number>`sum(${unservedEstimates.requests})::int`
  const rows = await db
    .select({ country: unservedEstimates.country, requests })
    .from(unservedEstimates)
    .where(gte(unservedEstimates.day, first))
    .groupBy(unservedEstimates.country)
    .orderBy(desc(requests), unservedEstimates.country)
  return rows.filter(({ country }) => !isServed(country)).slice(0, overviewLimits.unservedCountries)
}

async function countViewsSince(db: Db, first: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ day: pageViews.day, views: sql<number>`sum(${pageViews.views})::int` })
    .from(pageViews)
    .where(gte(pageViews.day, first))
    .groupBy(pageViews.day)
  return new Map(rows.map(({ day, views }) => [day, views]))
}
