import { and, desc, eq, gt, inArray, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { knownColumns, matchesInfo, matchesProduct, toKnownItem } from '#db/queries/known-item.ts'
import { productInfos, products, users, watches, watchNotices } from '#db/schema.ts'
import { formatItemNumber } from '#shared/marketplaces.ts'
import { apiBase, paths } from '#shared/paths.ts'
import type { WatchMail, WatchMailItem } from '../watch-mail.ts'
import type { UnsubscribeTokens } from './unsubscribe-token.ts'

/**
 * Notices in one email, accounts per run, and the age in days from which a notice is not emailed any more.
 */
const mailLimits = { notices: 50, accounts: 500, days: 2 } as const
/** The minimum time between two of these emails to one account. */
const minGapMinutes = 60

const mailedNotices = alias(watchNotices, 'mailed')

/** Notices to email: unread, not emailed, and the user still wants emails. */
const isDue = and(
  eq(watches.byMail, true),
  isNull(watchNotices.mailedAt),
  isNull(watchNotices.readAt),
  gt(watchNotices.createdAt, sql`now() - make_interval(days => ${mailLimits.days}::int)`),
)
const isOfWatch = and(
  eq(watchNotices.userId, watches.userId),
  eq(watchNotices.shopType, watches.shopType),
  eq(watchNotices.itemId, watches.itemId),
)
const isRecentlyMailed = gt(mailedNotices.mailedAt, sql`now() - make_interval(mins => ${minGapMinutes}::int)`)
const hasNoRecentMail = (db: Db) =>
  notExists(
    db
      .select({ id: mailedNotices.id })
      .from(mailedNotices)
      .where(
        and(
          eq(mailedNotices.userId, watchNotices.userId),
          isNotNull(mailedNotices.mailedAt),
          isRecentlyMailed,
        ),
      ),
  )

/**
 * Reads the due notices of one account as one email; undefined without due notices, or within an hour after the
 * last email. They count as sent once `done` was called, so a failed email is sent again.
 */
export function createMailReader({ db, tokens }: { db: Db; tokens: UnsubscribeTokens }) {
  return async (tx: Db, userId: string): Promise<WatchMail | undefined> => {
    const rows = await tx
      .select({ notice: watchNotices, belowFen: watches.belowFen, ...knownColumns })
      .from(watchNotices)
      .innerJoin(watches, isOfWatch)
      .leftJoin(productInfos, matchesInfo(watchNotices))
      .leftJoin(products, matchesProduct(watchNotices))
      .where(and(eq(watchNotices.userId, userId), isDue, hasNoRecentMail(tx)))
      .orderBy(desc(watchNotices.createdAt), desc(watchNotices.id))
      .limit(mailLimits.notices)
    if (rows.length === 0) return undefined
    const items = rows.map(({ notice, belowFen, ...row }): WatchMailItem => {
      const { shopType, itemId, kind, value } = notice
      const off = tokens.seal({ userId, item: { shopType, itemId } })
      return {
        name: toPlainName(toKnownItem(row)?.title) ?? formatItemNumber({ shopType, productCode: itemId }),
        path: paths.product(shopType, itemId),
        kind,
        value,
        belowFen,
        offPath: `${paths.watchOff()}?token=${off}`,
      }
    })
    const byItem = new Map(rows.map(({ notice }) => [`${notice.shopType}/${notice.itemId}`, notice]))
    const [firstNotice] = byItem.values()
    const off = tokens.seal({ userId, item: byItem.size === 1 ? firstNotice : undefined })
    const ids = rows.map(({ notice }) => notice.id)
    return { items, offCall: `${apiBase}/watches/off?token=${off}`, done: () => markMailed(db, ids) }
  }
}

async function markMailed(db: Db, ids: string[]): Promise<void> {
  await db.update(watchNotices).set({ mailedAt: sql`now()` }).where(inArray(watchNotices.id, ids))
}

/** A seller's title, cut to 120 characters; undefined when an email program could turn part of it into a link. */
function toPlainName(title: string | null | undefined): string | undefined {
  const isPlain = title && !/:\/\/|www\.|@|\p{L}\.\p{L}{2,}/u.test(title)
  return isPlain ? Array.from(title).slice(0, 120).join('') : undefined
}

type NoticeMailsDeps = {
  db: Db
  /** Queues an email to the account. */
  queueMail: (tx: Db, userId: string) => Promise<void>
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Queues the emails that are due: the notices themselves are the list of what to send. */
export function createNoticeMails({ db, queueMail, log }: NoticeMailsDeps) {
  let running = Promise.resolve()

  async function queueDueMails(): Promise<void> {
    const isMailDue: SQL | undefined = and(isDue, eq(users.status, 'active'), isNotNull(users.verifiedAt))
    const accounts = await db
      .selectDistinct({ userId: watchNotices.userId })
      .from(watchNotices)
      .innerJoin(watches, isOfWatch)
      .innerJoin(users, eq(users.id, watchNotices.userId))
      .where(and(isMailDue, hasNoRecentMail(db)))
      .limit(mailLimits.accounts)
    for (const { userId } of accounts) await db.transaction((tx) => queueMail(tx, userId))
  }

  return {
    /** Queues emails for due notices, after earlier calls are done; callers need not wait. */
    queueDueMails(): Promise<void> {
      running = running.then(queueDueMails).catch((error) => {
        log.error(
          { err: error },
          'Emails about watched items could not be queued. The next notice or hourly run tries again.',
        )
      })
      return running
    },
    close: () => running,
  }
}
