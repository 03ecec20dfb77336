import { plainLine } from '#shared/format/plain-text.ts'
import { hintCurrencies, type LinkHints } from '#shared/items/link-hints.ts'

/** The start of a fragment that hands hints to the item's page. A fragment reaches no server and no log. */
export const hintsFragment = '#hints&'

/** A longer title is no name. */
export const maxTitleLength = 120
export const maxHintPrice = 1_000_000

/** The fragment for an item's page, `#hints&title=…&price=168&currency=CNY`; empty when the text says nothing. */
export function toHintsFragment(hints: LinkHints): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(hints)) if (value !== null) parameters.set(name, String(value))
  return parameters.size > 0 ? hintsFragment + parameters : ''
}

/** The hints of a fragment or of the storage, which anyone can write: whatever is invalid counts as not stated. */
export function parseHints(read: (name: keyof LinkHints) => unknown): LinkHints {
  const title = String(read('title') ?? '').trim()
  const price = parsePrice(read('price'))
  const priceTo = parsePrice(read('priceTo'))
  const currency = hintCurrencies.find((code) => code === read('currency'))
  const skuId = String(read('skuId') ?? '')
  const hasPrice = price !== null && currency !== undefined
  return {
    title: isTitle(title) ? title : null,
    price: hasPrice ? price : null,
    priceTo: hasPrice && priceTo !== null && priceTo > price ? priceTo : null,
    currency: hasPrice ? currency : null,
    skuId: /^\d{1,20}$/.test(skuId) ? skuId : null,
  }
}

function isTitle(text: string): boolean {
  return /\p{L}/u.test(text) && text.length <= maxTitleLength && plainLine.test(text)
}

function parsePrice(value: unknown): number | null {
  const text = String(value ?? '')
  const price = Number(text)
  return /^\d{1,7}(?:\.\d{1,2})?$/.test(text) && price > 0 && price <= maxHintPrice ? price : null
}

/** Whether a text states anything about its item. */
export function hasHints(hints: LinkHints): boolean {
  return Object.values(hints).some((value) => value !== null)
}
