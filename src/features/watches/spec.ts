import { DAY_MS } from '#shared/time.ts'

/** Of what a watcher is told: the price fell below a limit, the item can be had again, there are new QC photos. */
export const noticeKinds = ['price', 'stock', 'photos'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const watchLimits = {
  /** Items that one account may watch. */
  items: 200,
  /** In yuan. */
  price: 9_999_999,
  /** Notices that an account keeps, the newest, and for how many days. */
  notices: 200,
  noticeDays: 90,
  /** Of one item, the newest. */
  spans: 400,
  /** For so long after a look another that agrees makes its span longer; later ones begin a new one. */
  spanGapMs: 7 * DAY_MS,
} as const

export const watchText = {
  noVariant: 'The seller offers this variant no more.',
  saved: 'You are watching this item.',
  removed: 'You stopped watching this item.',
  full: "You're watching 200 items, the maximum. Stop watching one first.",
  noWish: 'Choose at least one alert.',
  wrongPrice: 'Enter a price in yuan, with at most two decimals.',
  invalidLink: 'This link is not valid.',
  offItem: "You won't get more emails about this item.",
  offAll: "You won't get more emails about watched items.",
  notLoaded: "We couldn't load your watched items.",
} as const
