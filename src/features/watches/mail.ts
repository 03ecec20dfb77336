import type { NoticeKind } from './spec.ts'

/** One thing that changed, as a mail tells it. Amounts are in fen; paths are below the site's address. */
export type WatchNews = {
  name: string
  path: string
  kind: NoticeKind
  value: number | null
  belowFen: number | null
  /** Leads to where the mails about this item are ended. */
  offPath: string
}

/** What is due to be told to one account by mail, all of it at once. */
export type WatchMail = {
  news: WatchNews[]
  /** The call that ends these mails without asking anything further (RFC 8058). */
  offCall: string
  /** To be called once the mail has gone. */
  done: () => Promise<void>
}
