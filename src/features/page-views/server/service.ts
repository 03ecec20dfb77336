import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { pageViews } from '#db/schema.ts'
import { formatUtcDay } from '#shared/format/format-date.ts'
import { createBatchedCounter } from '#shared/server/cache/batched-counter.ts'
import { isCountedVisit, type Visit } from '#shared/server/visits.ts'
import { findPageKind } from '../page-kind.ts'
import type { PageKind } from '../spec.ts'

export type PageViewService = ReturnType<typeof createPageViewService>

export type PageView = { path: string; kind: PageKind }

type PageViewServiceDeps = {
  db: Db
  warn: (message: string) => void
  now?: () => number
  /** The operator's own collector, if there is one. */
  forward?: ((view: PageView) => void) | undefined
}

/** Counts opened pages by kind and UTC day. */
export function createPageViewService({ db, warn, now = Date.now, forward }: PageViewServiceDeps) {
  const tally = createBatchedCounter({ store: (counted) => savePageViews(db, counted), warn })
  return {
    /** Visitors who opt out are not counted, and neither are programs. */
    count(path: string, visit: Visit): void {
      const kind = findPageKind(path)
      if (!kind || !isCountedVisit(visit)) return
      tally.add(`${formatUtcDay(now())} ${kind}`)
      forward?.({ path, kind })
    },
    flush: tally.flush,
    close: tally.close,
  }
}

async function savePageViews(db: Db, counted: Map<string, number>): Promise<void> {
  // In one order, so that no two processes wait for each other.
  const rows = [...counted].sort().map(([key, views]) => {
    const [day = '', kind = ''] = key.split(' ')
    // The key was made of a kind above.
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
