import type { NoticeKind } from './texts-and-limits.ts'

/** One change, as an email reports it. Amounts are in fen; paths are below the site's origin. */
export type WatchMailItem = {
  name: string
  path: string
  kind: NoticeKind
  value: number | null
  belowFen: number | null
  /** The page that stops emails about this item. */
  offPath: string
}

/** All due notices of one account, for one email. */
export type WatchMail = {
  items: WatchMailItem[]
  /** The call that stops these emails with one click (RFC 8058). */
  offCall: string
  /** Marks the notices as emailed; called after the email was sent. */
  done: () => Promise<void>
}
