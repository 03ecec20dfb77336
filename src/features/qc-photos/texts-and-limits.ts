/** The states of the list of QC photos (§2). */
export const qcStates = ['photos', 'none', 'unavailable'] as const

/** The states of a source; `unavailable`: it failed, and a stored copy may be used. */
export const outsideStates = ['photos', 'none', 'unavailable', 'not-asked'] as const

export const qcLimits = {
  /** Lookups of items without stored photos, per network; more than a visitor needs. */
  newItems: { count: 120, seconds: 300 },
} as const

export const qcText = {
  title: 'QC Photos',
  none: 'No QC photos available',
  unavailable: "We couldn't load the QC photos.",
} as const
