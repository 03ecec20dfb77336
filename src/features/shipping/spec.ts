/** Sentences and numbers of the shipping calculator (§2, §5, §8). */
export const shippingText = {
  title: 'Shipping Calculator',
  countryPlaceholder: 'Start typing a country...',
  category: 'Items Category',
  weight: 'Weight(g)',
  length: 'Length(cm)',
  width: 'Width(cm)',
  height: 'Height(cm)',
  calculate: 'calculate',
  empty: 'No Shipping data available',
  countryRequired: 'Country is required',
  weightRequired: 'Weight is required',
  failed: 'Something went wrong!',
  notFetched: 'Failed to fetch data!',
  unknownDestination: 'Unknown destination',
  unknownCurrency: 'Unknown currency',
} as const

/** Sizes in cm, weight in grams. */
export const parcelLimits = { leastGrams: 1, mostGrams: 1_000_000, leastCm: 0.1, mostCm: 1000 } as const

/**
 * Bytes of the bodies that bring a card, and a line of one: six times the card that comes with the site as a file for
 * people, and a row to each country with ten tiers. More of the worst JSON would hold the event loop for too long.
 */
export const largestImport = 1024 * 1024
export const largestLine = 256 * 1024
export const dutyNoteLimits = { text: 600, asOf: 40, source: 200 } as const

/** `embedded` is the card that comes with the site: active while no other is. */
export const cardStates = ['active', 'draft', 'former', 'embedded'] as const
export const changeKinds = ['changed', 'new', 'gone'] as const

/** Exchange rates older than this are shown with a warning. */
export const oldRatesDays = 30

/** What an imported card may hold; lengths of texts in characters, weights in grams. */
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
  csvRows: 20_000,
  currencies: 400,
} as const
/** A refusal lists so many errors, a comparison so many changes. */
export const longestLists = { errors: 20, changes: 200 } as const

export const rateCardText = {
  unknown: 'Rate card not found',
  unknownLine: 'This rate card has no such line.',
  oneOfTwo: 'Please give either a card or csv.',
  imported: 'Rate card imported successfully!',
  importedActive: 'Rate card imported and active!',
  activated: 'Rate card is active now!',
  notActive: 'Rate card is not active!',
  edited: 'Line saved in a new version!',
} as const
