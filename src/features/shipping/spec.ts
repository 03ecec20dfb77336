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

/** Of the body that brings a card. */
export const largestImport = 2 * 1024 * 1024
export const dutyNoteLimits = { text: 600, asOf: 40, source: 200 } as const

/** `embedded` is the card that comes with the site: active while no other is. */
export const cardStates = ['active', 'draft', 'former', 'embedded'] as const
export const changeKinds = ['changed', 'new', 'gone'] as const

/** Exchange rates older than this are shown with a warning. */
export const oldRatesDays = 30
