import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { getSkuPrice } from '#shared/items/item-variant.ts'
import type { Sku } from '#shared/items/product-info.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Db } from '../db.ts'
import {
  type collectionEntries,
  type photoSubmissions,
  productInfos,
  products,
  type watches,
  type watchNotices,
} from '../schema.ts'

/** The data about an item in our own tables. */
export type KnownItem = {
  title: string | null
  /** An image source, not a URL. */
  image: string | null
  /** An admin's own pictures, as sources. */
  pictures: string[]
  /**
   * In hundredths of the currency. The stored information's price comes first, then the product's.
   */
  prices: { amount: number; currency: string }[]
  /** Grams and sizes in cm as the catalogue has them; of an item that is not in it, the weight that a member read. */
  weight: number | null
  dimensions: string | null
  /** The kind of goods that an admin has set; null for none. */
  ownKind: string | null
}

/** Columns for a query that joins `product_infos` and `products` with the conditions below. */
export const knownColumns = {
  name: products.name,
  priceFen: products.priceFen,
  thumbnail: products.thumbnail,
  pictures: products.pictures,
  weightGrams: products.weightGrams,
  dimensions: products.dimensions,
  kind: products.kind,
  infoTitle: sql<string | null>`${productInfos.info} ->> 'title'`,
  infoPrice: sql<number | null>`(${productInfos.info} ->> 'price')::float8`,
  infoCurrency: sql<string | null>`${productInfos.info} ->> 'currency'`,
  infoWeight: sql<number | null>`(${productInfos.info} ->> 'weight')::int`,
  infoImage: sql<string | null>`${productInfos.info} -> 'imgList' ->> 0`,
  /** Of the first variant. */
  infoFirstImage: sql<string | null>`${productInfos.info} #>> '{skus,0,imgUrl}'`,
}

type KnownRow = {
  name: string | null
  priceFen: number | null
  thumbnail: string | null
  pictures: string[] | null
  weightGrams: number | null
  dimensions: string | null
  kind: string | null
  infoTitle: string | null
  infoPrice: number | null
  infoCurrency: string | null
  infoWeight: number | null
  infoImage: string | null
}
type ItemColumns =
  | ItemKey
  | Pick<typeof products, 'shopType' | 'itemId'>
  | Pick<typeof collectionEntries, 'shopType' | 'itemId'>
  | Pick<typeof photoSubmissions, 'shopType' | 'itemId'>
  | Pick<typeof watches, 'shopType' | 'itemId'>
  | Pick<typeof watchNotices, 'shopType' | 'itemId'>

/** The join condition for an item's stored information. The item is given as values or as columns. */
export function matchesInfo({ shopType, itemId }: ItemColumns): SQL | undefined {
  return and(eq(productInfos.shopType, shopType), eq(productInfos.itemId, itemId))
}

/** The join condition for an item's product. */
export function matchesProduct({ shopType, itemId }: ItemColumns): SQL | undefined {
  return and(eq(products.shopType, shopType), eq(products.itemId, itemId), isNull(products.deletedAt))
}

/**
 * Name and image of the product take precedence, as on the item's page. For prices, the newer stored information does.
 */
export function toKnownItem(row: KnownRow): KnownItem | undefined {
  if (row.name === null && row.infoTitle === null) return undefined
  const { infoPrice, infoCurrency, priceFen } = row
  const stored =
    infoPrice === null ? [] : [{ amount: Math.round(infoPrice * 100), currency: infoCurrency || 'CNY' }]
  const listed = priceFen === null ? [] : [{ amount: priceFen, currency: 'CNY' }]
  return {
    title: row.name || row.infoTitle || null,
    image: row.thumbnail || row.infoImage || null,
    pictures: row.pictures ?? [],
    prices: [...stored, ...listed],
    weight: row.name === null ? row.infoWeight : row.weightGrams,
    dimensions: row.dimensions,
    ownKind: row.kind,
  }
}

/** Selects the SKU of a saved variant from the stored information; null when it no longer exists. */
export function selectSku(
  variant: typeof collectionEntries.variant | typeof watches.variant,
): SQL<Pick<Sku, 'price' | 'imgUrl' | 'stock'> | null> {
  return sql`jsonb_path_query_first(${productInfos.info}, '$.skus[*] ? (@.skuID == $id)',
    jsonb_build_object('id', ${variant} ->> 'skuId'))`
}

/** The current price of a saved variant, in hundredths of its currency; undefined when unknown. */
export function findVariantPrice(
  sku: Pick<Sku, 'price'> | null,
  { infoPrice, infoCurrency }: Pick<KnownRow, 'infoPrice' | 'infoCurrency'>,
): { amount: number; currency: string } | undefined {
  const price = sku && getSkuPrice({ price: infoPrice }, sku)
  return typeof price === 'number'
    ? { amount: Math.round(price * 100), currency: infoCurrency || 'CNY' }
    : undefined
}

/** Reads one item. Undefined when there is neither a product nor stored information of a source. */
export async function readKnownItem(db: Db, key: ItemKey): Promise<KnownItem | undefined> {
  const [row] = await db
    .select(knownColumns)
    .from(sql`(values (1)) as one`)
    .leftJoin(productInfos, matchesInfo(key))
    .leftJoin(products, matchesProduct(key))
  return row && toKnownItem(row)
}
