import type { NoticeKind } from './spec.ts'

/** One change, as an email reports it. Amounts are in fen; paths are below the site's origin. */
export type WatchMailItem = {
  name: string
  path: string
  kind: NoticeKind
  value: number | null
  belowFen: number | null
  /** Leads to where the mails about this item are ended. */
  offPath: string
}

/** All due notices of one account, for one email. */
export type WatchMail = {
  items: WatchMailItem[]
  /** The call that ends these mails without asking anything further (RFC 8058). */
  offCall: string
  /** To be called once the email was sent. */
  done: () => Promise<void>
}
