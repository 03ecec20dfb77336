/** Literals of the QC photos (§2) and the three states an answer can have. */
export const qcStates = ['photos', 'none', 'unavailable'] as const

/** What an outside source had to say of an item; `unavailable`: it failed, and a stored copy may speak for it. */
export const outsideStates = ['photos', 'none', 'unavailable', 'not-asked'] as const

export const qcLimits = {
  /** Items of which nothing is stored that sources are asked for, for one network. Nobody opens so many pages. */
  newItems: { count: 120, seconds: 300 },
} as const

export const qcText = {
  title: 'QC Photos',
  none: 'No QC photos available',
  unavailable: 'QC photos could not be loaded.',
} as const
