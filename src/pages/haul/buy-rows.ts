import type { HaulItem } from '#features/haul/haul.ts'
import { formatOfferKey } from '#features/haul/haul-text.ts'
import { formatYuan } from '#shared/format/money.ts'
import { soldOutLabel } from '#shared/items/variant-selection.ts'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'

/** An item with all its variants in the haul. They are bought by one link. */
export type BuyRow = {
  key: string
  offer: ItemParams
  name: string
  picture: string
  facts: string
  variants: readonly BuyVariant[]
}
type BuyVariant = Pick<HaulItem, 'sku' | 'variant'>

/**
 * The haul's items grouped by link, in the order of the haul. Items that were typed in have no link and are
 * left out.
 */
export function listBuyRows(items: readonly HaulItem[]): BuyRow[] {
  const groups = Map.groupBy(
    items.filter(({ offer }) => offer !== null),
    ({ offer }) => (offer ? formatOfferKey(offer) : ''),
  )
  return [...groups].flatMap(([key, pieces]) => {
    const [first] = pieces
    if (!first?.offer) return []
    const { offer, name, picture } = first
    return [{ key, offer, name, picture, facts: describePieces(offer, pieces), variants: pieces }]
  })
}

/** 'Out of stock', with the variants when the row has several; empty when none is known to be sold out. */
export function describeSoldOut(variants: readonly BuyVariant[], isSoldOut: (sku: string | null) => boolean) {
  const soldOut = variants.filter(({ sku }) => isSoldOut(sku))
  if (soldOut.length === 0) return ''
  const names = variants.length === 1 ? [] : soldOut.map(({ variant }) => variant).filter(Boolean)
  return names.length === 0 ? soldOutLabel : `${soldOutLabel}: ${names.join(' · ')}`
}

/** 'Weidian · White / navy, 42 · 2 x Black, 41 · ¥567.00' */
function describePieces({ shopType }: ItemParams, pieces: readonly HaulItem[]): string {
  const variants = pieces.map(({ variant, quantity }) => {
    const name = variant || 'any variant'
    return quantity === 1 ? variant : `${quantity} x ${name}`
  })
  const isPriced = pieces.every(({ priceFen }) => priceFen !== null)
  const totalFen = pieces.reduce((sum, { priceFen, quantity }) => sum + (priceFen ?? 0) * quantity, 0)
  return [marketplaceLabels[shopType], ...variants, isPriced ? `¥${formatYuan(totalFen / 100)}` : '']
    .filter(Boolean)
    .join(' · ')
}
