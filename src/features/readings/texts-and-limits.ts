import { DAY_MS, HOUR_MS } from '#shared/time.ts'

/** What one account, and all accounts together, may hand over. */
export const readingRules = {
  /** Readings of one account that no admin has looked at. */
  waitingOfAccount: 30,
  waiting: 5_000,
  perHour: { count: 20, seconds: HOUR_MS / 1000 },
  reportsPerHour: { count: 30, seconds: HOUR_MS / 1000 },
  /** Two prices are the same within this part. */
  samePrice: 0.01,
  /** The account of a second reading that confirms the first. */
  confirmingAgeDays: 7,
  /** A price may differ from what its kind of goods usually costs by this factor. */
  priceFactor: 100,
  /** Reports of two networks hide a reading until an admin has looked at it. */
  hidingReports: 2,
  list: 100,
  /** On one page of the dashboard. */
  shown: 20,
} as const

/** How long uploaded pictures stay that no admin approved. */
export const uploadRetentionMs = { denied: 30 * DAY_MS, pending: 60 * DAY_MS } as const

/** Sentences of the calls. */
export const readingText = {
  empty: 'Hand over a title, a price, a weight, variants or pictures.',
  link: 'Leave out links.',
  contact: 'Leave out phone numbers, email addresses and accounts.',
  siteName: 'Leave out the name of this site.',
  price: 'This price is unlikely for these goods. Check the number and the currency.',
  gone: 'A picture is gone. Choose it again.',
  known: 'This item has details already.',
  unknown: 'This reading no longer exists.',
  changed: 'This reading has changed. Look at it again.',
  own: "You can't judge your own reading.",
  tooManyWaiting: 'You have 30 readings that wait for an admin. Hand over more once some are approved.',
  queueFull: 'Too many readings are waiting right now. Please try again in a few days.',
  thanks: 'Thank you. Others see it as read by a member, not confirmed.',
  reported: 'Thank you. An admin will look at it.',
  decided: {
    approved: 'Approved: it is the item’s information now.',
    denied: 'Denied: it is shown to no one.',
    pending: 'Waiting again, shown as not confirmed.',
  },
} as const
