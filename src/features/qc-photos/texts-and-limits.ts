/** Literals of the QC photos (§2) and the three states an answer can have. */
export const qcStates = ['photos', 'none', 'unavailable'] as const

/** A source's answer about an item; `unavailable`: it failed, and a stored copy may replace it. */
export const outsideStates = ['photos', 'none', 'unavailable', 'not-asked'] as const

export const qcLimits = {
  /** Lookups of items without a stored answer, per network; more pages than any visitor opens. */
  newItems: { count: 120, seconds: 300 },
} as const

export const qcText = {
  title: 'QC Photos',
  none: 'No QC photos available',
  unavailable: "We couldn't load the QC photos.",
} as const
