import type { HaulItem } from '#features/haul/haul.ts'
import { formatOfferKey } from '#features/haul/haul-text.ts'
import { formatYuan } from '#shared/format/money.ts'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'

/** What is bought behind one link: an item in all its variants. */
export type BuyRow = { key: string; offer: ItemParams; name: string; picture: string; facts: string }

/** The haul's items by their links, in its order; those that were typed have none. */
export function listBuyRows(items: readonly HaulItem[]): BuyRow[] {
  const groups = Map.groupBy(
    items.filter(({ offer }) => offer !== null),
    ({ offer }) => (offer ? formatOfferKey(offer) : ''),
  )
  return [...groups].flatMap(([key, pieces]) => {
    const [first] = pieces
    if (!first?.offer) return []
    const { offer, name, picture } = first
    return [{ key, offer, name, picture, facts: describePieces(offer, pieces) }]
  })
}

/** 'Weidian · White / navy, 42 · 2 x Black, 41 · ¥567.00' */
function describePieces({ shopType }: ItemParams, pieces: readonly HaulItem[]): string {
  const variants = pieces.map(({ variant, quantity }) => {
    const name = variant || 'any variant'
    return quantity === 1 ? variant : `${quantity} x ${name}`
  })
  const isPriced = pieces.every(({ price }) => price !== null)
  const fen = pieces.reduce((sum, { price, quantity }) => sum + (price ?? 0) * quantity, 0)
  return [marketplaceLabels[shopType], ...variants, isPriced ? `¥${formatYuan(fen / 100)}` : '']
    .filter(Boolean)
    .join(' · ')
}
