import { and, desc, eq, gt, inArray, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import { knownColumns, matchesInfo, matchesProduct, toKnownItem } from '#db/queries/known-item.ts'
import { productInfos, products, users, watches, watchNotices } from '#db/schema.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { apiBase, paths } from '#shared/paths.ts'
import type { WatchMail, WatchMailItem } from '../watch-mail.ts'
import type { UnsubscribeTokens } from './unsubscribe-token.ts'

/**
 * The most notices of one email, the number of accounts handled in parallel, and the days after which a
 * notice is not emailed.
 */
const mailLimits = { notices: 50, accounts: 500, days: 2 } as const
/** No account gets two of these mails within as much time. */
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
const isMailedLately = gt(mailedNotices.mailedAt, sql`now() - make_interval(mins => ${minGapMinutes}::int)`)
const hasRested = (db: Db) =>
  notExists(
    db
      .select({ id: mailedNotices.id })
      .from(mailedNotices)
      .where(
        and(eq(mailedNotices.userId, watchNotices.userId), isNotNull(mailedNotices.mailedAt), isMailedLately),
      ),
  )

/**
 * The due notices of one account, all in one; undefined when there are none, or it got another email within
 * the hour. They count as sent once `done` was called, so that a failed email is written again.
 */
export function createMailReader({ db, tokens }: { db: Db; tokens: UnsubscribeTokens }) {
  return async (tx: Db, userId: string): Promise<WatchMail | undefined> => {
    const rows = await tx
      .select({ notice: watchNotices, belowFen: watches.belowFen, ...knownColumns })
      .from(watchNotices)
      .innerJoin(watches, isOfWatch)
      .leftJoin(productInfos, matchesInfo(watchNotices))
      .leftJoin(products, matchesProduct(watchNotices))
      .where(and(eq(watchNotices.userId, userId), isDue, hasRested(tx)))
      .orderBy(desc(watchNotices.createdAt), desc(watchNotices.id))
      .limit(mailLimits.notices)
    if (rows.length === 0) return undefined
    const items = rows.map(({ notice, belowFen, ...row }): WatchMailItem => {
      const { shopType, itemId, kind, value } = notice
      const off = tokens.seal({ userId, item: { shopType, itemId } })
      return {
        name: toPlainName(toKnownItem(row)?.title) ?? `${marketplaceLabels[shopType]} item ${itemId}`,
        path: paths.product(shopType, itemId),
        kind,
        value,
        belowFen,
        offPath: `${paths.watchOff()}?token=${off}`,
      }
    })
    const byItem = new Map(rows.map(({ notice }) => [`${notice.shopType}/${notice.itemId}`, notice]))
    const [only, ...others] = byItem.values()
    const off = tokens.seal({ userId, item: others.length === 0 ? only : undefined })
    const ids = rows.map(({ notice }) => notice.id)
    return { items, offCall: `${apiBase}/watches/off?token=${off}`, done: () => markMailed(db, ids) }
  }
}

async function markMailed(db: Db, ids: string[]): Promise<void> {
  await db.update(watchNotices).set({ mailedAt: sql`now()` }).where(inArray(watchNotices.id, ids))
}

/** A seller's title without what an email program would turn into a link. */
function toPlainName(title: string | null | undefined): string | undefined {
  const isPlain = title && !/:\/\/|www\.|@|\p{L}\.\p{L}{2,}/u.test(title)
  return isPlain ? Array.from(title).slice(0, 120).join('') : undefined
}

type NoticeMailsDeps = {
  db: Db
  /** Puts a mail to the account into the queue. */
  order: (tx: Db, userId: string) => Promise<void>
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Queues the emails that are due: the notices themselves are the list of what to send. */
export function createNoticeMails({ db, order, log }: NoticeMailsDeps) {
  let running = Promise.resolve()

  async function orderDue(): Promise<void> {
    const due: SQL | undefined = and(isDue, eq(users.status, 'active'), isNotNull(users.verifiedAt))
    const accounts = await db
      .selectDistinct({ userId: watchNotices.userId })
      .from(watchNotices)
      .innerJoin(watches, isOfWatch)
      .innerJoin(users, eq(users.id, watchNotices.userId))
      .where(and(due, hasRested(db)))
      .limit(mailLimits.accounts)
    for (const { userId } of accounts) await db.transaction((tx) => order(tx, userId))
  }

  return {
    /** Finds due notices, after earlier calls; callers need not wait. */
    orderDue(): Promise<void> {
      running = running.then(orderDue).catch((error) => {
        log.error({ err: error }, 'emails about watched items could not be queued')
      })
      return running
    },
    close: () => running,
  }
}
