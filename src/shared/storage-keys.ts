/** The browser storage keys of the specification (§3, §9). */
export const storageKeys = {
  token: 'token',
  user: 'user',
  platform: 'platform',
  platformImage: 'platform_img',
  theme: 'theme',
  url: 'url',
  /** Not in the specification: the destination country, and the currency of shipping costs. */
  country: 'country',
  currency: 'currency',
  /** The destinations used last, joined by commas. */
  recentCountries: 'recent-countries',
  /** `reality` when lists show the newest QC photos instead of the seller's. */
  look: 'look',
  /** `1` after a login or registration on this device; the account is not stored. */
  hasAccount: 'has-account',
  /** The items of the haul. */
  haul: 'haul',
  /** What the visitor's pasted texts say about their items. */
  linkHints: 'link-hints',
  /** What the visitor says an unknown item is, weighs and measures. */
  itemAnswers: 'item-answers',
  /** The visitor's marks on QC checklists. */
  qcMarks: 'qc-marks',
  /** The visitor's alignments of QC photos with the seller's. */
  qcAlignments: 'qc-alignments',
} as const
