/** Texts for prices with shipping on Popular. */
export const priceWithShippingText = {
  label: 'With shipping to',
  order: 'Order',
  asListed: 'Sort as listed',
  byLanded: 'Sort by landed price',
  note: 'Freight is an estimate, by the cheapest line that takes goods of any kind.',
} as const
