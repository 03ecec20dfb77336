/** The message for an unknown country, wherever one is named (§8). */
export const unknownDestination = 'Unknown destination'

/** Exchange rates older than this are shown with a warning. */
export const oldRatesDays = 30

/** By rates older than this nothing is shown beside yuan. */
export const unusableRatesDays = 180
