import { sql } from 'drizzle-orm'
import { isbot } from 'isbot'
import type { Db } from '#db/client.ts'
import { pageViews } from '#db/schema.ts'
import type { Caller } from '#shared/contract.ts'
import { formatUtcDay } from '#shared/format/format-date.ts'
import { createBatchedCounter } from '#shared/server/cache/batched-counter.ts'
import { findPageKind } from '../page-kind.ts'
import type { PageKind } from '../spec.ts'

export type PageViewService = ReturnType<typeof createPageViewService>

/** What decides whether a view counts; nothing of it is stored. */
type PageVisit = Pick<Caller, 'userAgent' | 'isPrefetch' | 'wantsNoTracking'>
export type PageView = { path: string; kind: PageKind }

type PageViewServiceDeps = {
  db: Db
  warn: (message: string) => void
  now?: () => number
  /** The operator's own collector, if there is one. */
  forward?: ((view: PageView) => void) | undefined
}

/** True for a program that says so, and for a caller without a User-Agent, which every browser sends. */
function isProgram(userAgent: string): boolean {
  return !userAgent.startsWith('Mozilla/') || isbot(userAgent)
}

/** Counts opened pages by kind and UTC day. */
export function createPageViewService({ db, warn, now = Date.now, forward }: PageViewServiceDeps) {
  const tally = createBatchedCounter({ store: (counted) => savePageViews(db, counted), warn })
  return {
    /** Visitors who opt out are not counted, and neither are programs. */
    count(path: string, { userAgent, isPrefetch, wantsNoTracking }: PageVisit): void {
      const kind = findPageKind(path)
      if (!kind || wantsNoTracking || isPrefetch || isProgram(userAgent)) return
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
