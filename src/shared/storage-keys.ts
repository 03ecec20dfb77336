/** The browser storage keys of the specification (§3, §9). */
export const storageKeys = {
  token: 'token',
  user: 'user',
  platform: 'platform',
  platformImage: 'platform_img',
  theme: 'theme',
  url: 'url',
  /** Ours, beside the specification's: the destination country, and the currency of shipping costs. */
  country: 'country',
  currency: 'currency',
  /** The destinations of last time, joined by commas. */
  recentCountries: 'recent-countries',
  /** `reality` where lists show the newest QC photos in place of the seller's. */
  look: 'look',
  /** `1` once somebody has signed in or registered here; who it was is not kept. */
  hasAccount: 'has-account',
  /** The list of the haul planner. */
  haul: 'haul',
  /** What a visitor marked on the QC checklists of items. */
  qcMarks: 'qc-marks',
  /** How a visitor laid QC photos under the seller's. */
  qcAlignments: 'qc-alignments',
} as const
