import type { ProductInfo } from '#features/products/contract.ts'
import { getSkuPrice } from '#features/products/item-variant.ts'
import { yuanToFen } from '#shared/format/money.ts'

/**
 * One observation of an item: its lowest price in fen, where it has one in yuan, and whether it is in stock,
 * null when unknown.
 */
export type Observation = {
  priceFen: number | undefined
  inStock: boolean | null
  /** What each variant costs, in fen, by sku; for watches of a variant. */
  variantFen?: Readonly<Record<string, number>>
}

/** No price is higher: the database counts fen in 32 bits. */
const maxFen = 999_999_999

/** Price and stock in an item's information. */
export function toObservation({
  price,
  currency,
  skus,
}: Pick<ProductInfo, 'price' | 'currency' | 'skus'>): Observation {
  const ofVariants = skus.flatMap((sku) => toPositiveFen(sku.price) ?? [])
  const inStock = getStockState(skus.map(({ stock }) => stock))
  if ((currency || 'CNY') !== 'CNY') return { priceFen: undefined, inStock }
  const priceFen = ofVariants.length > 0 ? Math.min(...ofVariants) : toPositiveFen(price)
  return { priceFen, inStock, variantFen: listVariantPrices({ price, skus }) }
}

function listVariantPrices(info: Pick<ProductInfo, 'price' | 'skus'>): Record<string, number> {
  return Object.fromEntries(
    info.skus.flatMap((sku) => {
      const fen = toPositiveFen(getSkuPrice(info, sku))
      return fen === undefined ? [] : [[sku.skuID, fen]]
    }),
  )
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
