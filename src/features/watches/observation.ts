import type { ProductInfo } from '#features/products/contract.ts'
import { yuanToFen } from '#shared/format/money.ts'

/**
 * One observation of an item: its lowest price in fen, where it has one in yuan, and whether it is in stock,
 * null when unknown.
 */
export type Observation = { priceFen: number | undefined; inStock: boolean | null }

/** No price is higher: the database counts fen in 32 bits. */
const maxFen = 999_999_999

/** Price and stock in an item's information. */
export function toObservation({
  price,
  currency,
  skus,
}: Pick<ProductInfo, 'price' | 'currency' | 'skus'>): Observation {
  const ofVariants = skus.flatMap((sku) => toPositiveFen(sku.price) ?? [])
  const isYuan = (currency || 'CNY') === 'CNY'
  const lowest = ofVariants.length > 0 ? Math.min(...ofVariants) : toPositiveFen(price)
  return { priceFen: isYuan ? lowest : undefined, inStock: getStockState(skus.map(({ stock }) => stock)) }
}

/** Sold out only where every variant is: one without stock information may be available. */
function getStockState(stocks: readonly (number | null)[]): boolean | null {
  if (stocks.some((stock) => stock !== null && stock > 0)) return true
  return stocks.length > 0 && stocks.every((stock) => stock !== null) ? false : null
}

/** A price of 0 stands for none. */
function toPositiveFen(yuan: number | null): number | undefined {
  const fen = yuanToFen(yuan ?? 0)
  return fen > 0 && fen <= maxFen ? fen : undefined
}
