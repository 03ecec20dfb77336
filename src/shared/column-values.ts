// Values that text columns are limited to, which features and the tables need.

/** A blocked account keeps its data and cannot log in. */
export const userStatuses = ['active', 'blocked'] as const
export type UserStatus = (typeof userStatuses)[number]

/** The status of a review or a photo submission (§4): pending, or set by an admin. */
export const moderationStatuses = ['pending', 'approved', 'denied'] as const
export type ModerationStatus = (typeof moderationStatuses)[number]

/** The price fell below a limit, the item is back in stock, there are new QC photos. */
export const noticeKinds = ['price', 'stock', 'photos'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The kinds of pages whose views are counted. The dashboard and pages with secrets in their URL have none. */
export const pageKinds = [
  'home',
  'popular',
  'product',
  'tools',
  'convert',
  'estimation',
  'collection',
  'haul',
  'docs',
] as const
export type PageKind = (typeof pageKinds)[number]
