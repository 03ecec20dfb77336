/** What the admin's home looks back on, and how much of it is listed. */
export const overviewLimits = {
  /** Days of views, today included. */
  days: 30,
  mostViewed: 6,
  eventDays: 7,
  events: 20,
} as const

/** Sentences of the admin's home. */
export const overviewText = {
  failed: 'The overview did not load',
  noViews: 'No views yet',
  noEvents: 'Nothing happened in the last 7 days.',
} as const
