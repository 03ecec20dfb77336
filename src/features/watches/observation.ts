import { yuanToFen } from '#shared/format/money.ts'
import { getSkuPrice } from '#shared/items/item-variant.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'

/**
 * One observation of an item: its lowest price, undefined without a price in yuan, and whether it is in stock,
 * null when unknown.
 */
export type Observation = {
  priceFen: number | undefined
  inStock: boolean | null
  /** The price of each variant by sku, for watches of a variant. */
  variantFen?: Readonly<Record<string, number>>
}

/** Higher prices are ignored: the database column has 32 bits. */
const maxFen = 999_999_999

/** Price and stock in an item's information. */
export function toObservation({
  price,
  currency,
  skus,
}: Pick<ProductInfo, 'price' | 'currency' | 'skus'>): Observation {
  const variantPricesFen = skus.flatMap((sku) => toPositiveFen(sku.price) ?? [])
  const inStock = getStockState(skus.map(({ stock }) => stock))
  if ((currency || 'CNY') !== 'CNY') return { priceFen: undefined, inStock }
  const priceFen = variantPricesFen.length > 0 ? Math.min(...variantPricesFen) : toPositiveFen(price)
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

/** Sold out only when every variant is: a variant without stock information may be available. */
function getStockState(stocks: readonly (number | null)[]): boolean | null {
  if (stocks.some((stock) => stock !== null && stock > 0)) return true
  return stocks.length > 0 && stocks.every((stock) => stock !== null) ? false : null
}

/** A price of 0 means that there is none. */
function toPositiveFen(yuan: number | null): number | undefined {
  const fen = yuanToFen(yuan ?? 0)
  return fen > 0 && fen <= maxFen ? fen : undefined
}
