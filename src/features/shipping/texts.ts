/** Sentences and numbers of the shipping calculator (§2, §5, §8). */
export const shippingText = {
  title: 'Shipping Calculator',
  countryPlaceholder: 'Start typing a country...',
  noCountry: 'No matching country.',
  category: 'Items Category',
  weight: 'Weight(g)',
  length: 'Length(cm)',
  width: 'Width(cm)',
  height: 'Height(cm)',
  calculate: 'calculate',
  empty: 'No Shipping data available',
  countryRequired: 'Country is required',
  weightRequired: 'Weight is required',
  notFetched: 'Failed to fetch data!',
  unknownCurrency: 'Unknown currency',
} as const
