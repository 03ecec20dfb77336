/** What a member's own link said about an item. Amounts are in `currency`; the lower end when `priceTo` is set. */
export type LinkNote = {
  title: string | null
  price: number | null
  priceTo: number | null
  currency: string | null
}
