import { sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { pageViews } from '#db/schema.ts'
import { formatUtcDay } from '#shared/format/format-date.ts'
import { createBatchedCounter } from '#shared/server/cache/batched-counter.ts'
import { isCountedVisit, type Visit } from '#shared/server/visits.ts'
import { findPageKind, type PageKind } from '../page-kind.ts'

export type PageViewService = ReturnType<typeof createPageViewService>

export type PageView = { path: string; kind: PageKind }

type PageViewServiceDeps = {
  db: Db
  warn: (message: string) => void
  now?: () => number
  /** Forwards a view to the operator's collector, if one is configured. */
  forward?: ((view: PageView) => void) | undefined
}

/** Counts page views by kind of page and UTC day. */
export function createPageViewService({ db, warn, now = Date.now, forward }: PageViewServiceDeps) {
  const counter = createBatchedCounter({ store: (counts) => savePageViews(db, counts), warn })
  return {
    /** Counts a view. Views by programs and by visitors who opt out of tracking are not counted. */
    count(path: string, visit: Visit): void {
      const kind = findPageKind(path)
      if (!kind || !isCountedVisit(visit)) return
      counter.add(`${formatUtcDay(now())} ${kind}`)
      forward?.({ path, kind })
    },
    flush: counter.flush,
    close: counter.close,
  }
}

async function savePageViews(db: Db, counts: Map<string, number>): Promise<void> {
  // Rows are sorted, so that two processes lock them in the same order and cannot deadlock.
  const rows = [...counts].sort().map(([key, views]) => {
    const [day = '', kind = ''] = key.split(' ')
    // `count` builds the key from a PageKind.
    return { day, kind: kind as PageKind, views }
  })
  await db
    .insert(pageViews)
    .values(rows)
    .onConflictDoUpdate({
      target: [pageViews.day, pageViews.kind],
      set: { views: sql`${pageViews.views} + excluded.views` },
    })
}
