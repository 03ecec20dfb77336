/** The message for an unknown country (§8). */
export const unknownDestination = 'Unknown destination'

/** Exchange rates older than this are shown with a warning. */
export const oldRatesDays = 30

/** With exchange rates older than this, amounts are shown in yuan only. */
export const unusableRatesDays = 180
