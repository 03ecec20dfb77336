/** Periods and list lengths of the admin home. */
export const overviewLimits = {
  /** Days of views, today included. */
  days: 30,
  mostViewed: 6,
  eventDays: 7,
  events: 20,
  unservedCountries: 5,
} as const

/** Messages of the admin home. */
export const overviewText = {
  failed: "We couldn't load the overview",
  whatCounts:
    'Pages opened by people. Robots and visitors who opt out of tracking are not counted. For the most viewed items, a person counts once in half an hour.',
  noViews: 'No views yet',
  noEvents: 'No events in the last 7 days.',
} as const
