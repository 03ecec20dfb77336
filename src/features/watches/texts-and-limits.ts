import { DAY_MS } from '#shared/time.ts'

export const watchLimits = {
  /** Items that one account may watch. */
  items: 200,
  /** The range of the price limit in yuan. */
  price: 9_999_999,
  /** The number of newest notices stored per account, and for how many days. */
  notices: 200,
  noticeDays: 90,
  /** Newest price spans stored per item. */
  spans: 400,
  /** An observation with the same values extends the last span within this time; later it begins a new one. */
  spanGapMs: 7 * DAY_MS,
} as const

export const watchText = {
  noVariant: 'The seller offers this variant no more.',
  saved: 'You are watching this item.',
  removed: 'You stopped watching this item.',
  full: "You're watching 200 items, the maximum. Stop watching one first.",
  noAlert: 'Choose at least one alert.',
  wrongPrice: 'Enter a price in yuan, with at most two decimals.',
  invalidLink: 'This link is not valid.',
  offItem: "You won't get more emails about this item.",
  offAll: "You won't get more emails about watched items.",
  notLoaded: "We couldn't load your watched items.",
} as const
