/**
 * The maximum size of a file or body with a card: three times the built-in card as a formatted file. Parsing more of the
 * worst JSON would block the event loop for too long.
 */
export const maxImportBytes = 1024 * 1024

/** `embedded` is the built-in card; it is active when no version is. */
export const cardStates = ['active', 'draft', 'former', 'embedded'] as const
export const changeKinds = ['changed', 'new', 'gone'] as const

/** Limits of an imported card: counts, lengths of texts in characters, weights in grams, sizes in cm. */
export const cardLimits = {
  lines: 200,
  rates: 5000,
  tiers: 20_000,
  tiersOfRow: 200,
  segments: 20_000,
  countries: 50_000,
  entries: 20_000,
  sources: 200,
  id: 60,
  name: 120,
  text: 2000,
  money: 1_000_000_000,
  percent: 1000,
  grams: 1_000_000_000,
  cm: 100_000,
  currencies: 400,
} as const
/** The maximum number of errors in a response, and of changes in a comparison. */
export const maxListLengths = { errors: 20, changes: 200 } as const

export const rateCardText = {
  unknown: 'Rate card not found',
  imported: 'Rate card imported.',
  importedActive: 'Rate card imported and activated.',
  activated: 'Rate card activated.',
  notActive: 'Rate card deactivated.',
} as const
