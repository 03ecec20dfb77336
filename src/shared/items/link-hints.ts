/** The currencies that are read in pasted texts. */
export const hintCurrencies = ['CNY', 'USD', 'EUR', 'GBP', 'PLN', 'BRL'] as const
export type HintCurrency = (typeof hintCurrencies)[number]

/** What a text says about its item. These are claims of the text and belong to the visitor who pasted it. */
export type LinkHints = {
  readonly title: string | null
  /** In `currency`; the lower end when `priceTo` is set. */
  readonly price: number | null
  readonly priceTo: number | null
  readonly currency: HintCurrency | null
  readonly skuId: string | null
}
/** What an item's address says. */
export type AddressHints = Omit<LinkHints, 'title'>
/** What a member keeps with a saved item. */
export type LinkNote = Omit<LinkHints, 'skuId'>
