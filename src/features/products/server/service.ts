import { and, asc, count, desc, eq, gte, isNull, lte, max, type SQL } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { matchesInfo } from '#db/queries/known-item.ts'
import { isPublicPhoto } from '#db/queries/public-photos.ts'
import { agents, productInfos, products, qcPhotos } from '#db/schema.ts'
import type { ListedItem } from '#features/freight/item/price-with-shipping.ts'
import { getItemKind } from '#features/freight/kinds/item-kind.ts'
import { yuanToFen } from '#shared/format/money.ts'
import type { ItemKey, ShopType } from '#shared/marketplaces.ts'
import { type Claim, listDrawnClaims } from '../claims.ts'
import type { CatalogueFacts, Product, ProductFilter } from '../contract.ts'
import { listSides } from '../dimensions.ts'
import { productLimits } from '../texts-and-limits.ts'
import {
  type CatalogueRow,
  type ImageUrlSource,
  selectProducts,
  serializeProduct,
  shownPriceFen,
} from './catalogue-rows.ts'
import { readClaimConditions } from './claims/claim-conditions.ts'
import { readExamples } from './examples.ts'
import { readItemKeys } from './item-keys.ts'

export type ProductService = ReturnType<typeof createProductService>

/** Computes the freight of a parcel with this item only; null when no shipping line takes it. */
type ComputeFreight = (item: ListedItem) => { fen: number; lineName: string; transitTime: string } | null

export type ProductServiceDeps = {
  db: Db
  pictures: ImageUrlSource
  /** Throws a RequestError (400) for an unknown country. */
  freightTo: (country: string) => Promise<ComputeFreight>
  /** The settings that decide on the site's claims. */
  claims: { isLoopback: boolean; confirmed: readonly Claim[] }
}
type ProductKey = { itemId: string; shopType?: ShopType | undefined }

/** Reads the catalogue from the database. */
export function createProductService({ db, pictures, freightTo, claims }: ProductServiceDeps) {
  return {
    /** One page of the matching items in the list's order, with the number of matches. Without page and limit: the first 1,000. */
    async list(filter: ProductFilter): Promise<{ items: Product[]; total: number }> {
      const { ShipTo, Sort } = filter
      const computeFreight = ShipTo === undefined ? undefined : await freightTo(ShipTo)
      const serializeWithShipping = (row: CatalogueRow): Product => ({
        ...serializeProduct(row, pictures),
        ...(computeFreight && { landed: computePriceWithShipping(row, computeFreight) }),
      })
      const isSortedByShipping = computeFreight !== undefined && Sort === 'landed'
      const { rows, total } = await (isSortedByShipping ? readAllRows : readSlice)(db, filter)
      const items = rows.map(serializeWithShipping)
      return {
        items: isSortedByShipping ? takePage(items.sort(compareByPriceWithShipping), filter) : items,
        total,
      }
    },

    /** Passes the keys of the first `limit` items to `take`, in the list's order and 1,000 at a time. */
    readKeys: (limit: number, take: (keys: ItemKey[]) => Promise<void>): Promise<void> =>
      readItemKeys(db, limit, take),

    /** Counts on every call, because the response is cached. */
    async countFacts(): Promise<CatalogueFacts> {
      const [facts, examples] = await Promise.all([countCatalogueFacts(db, claims), readExamples(db)])
      return { ...facts, examples: examples.map((row) => serializeProduct(row, pictures)) }
    },

    /** Finds a product. Without a marketplace it is the newest product with this item number. */
    async find({ itemId, shopType }: ProductKey): Promise<Product | null> {
      const [row] = await selectProducts(db)
        .where(and(isNull(products.deletedAt), eq(products.itemId, itemId), isFromMarketplace(shopType)))
        .orderBy(desc(products.createdAt))
        .limit(1)
      return row ? serializeProduct(row, pictures) : null
    },
  }
}

async function countCatalogueFacts(
  db: Db,
  claims: ProductServiceDeps['claims'],
): Promise<Omit<CatalogueFacts, 'examples'>> {
  const [photos] = await db
    .select({ count: count(), newest: max(qcPhotos.takenAt) })
    .from(qcPhotos)
    .where(isPublicPhoto())
  const items = await db.$count(products, isNull(products.deletedAt))
  const { isDemo, ...conditions } = await readClaimConditions(db)
  return {
    items,
    agents: await db.$count(agents, eq(agents.active, true)),
    qcPhotos: photos?.count ?? 0,
    newestPhoto: photos?.newest?.toISOString() ?? null,
    claims: listDrawnClaims({
      ...conditions,
      hasItems: items > 0,
      isDemo: claims.isLoopback || isDemo,
      confirmed: claims.confirmed,
    }),
  }
}

type ProductRows = { rows: CatalogueRow[]; total: number }

async function readSlice(db: Db, filter: ProductFilter): Promise<ProductRows> {
  const where = buildProductFilter(filter)
  const { limit, offset } = getSlice(filter)
  const rows = await selectProducts(db)
    .where(where)
    .orderBy(asc(products.position))
    .limit(limit)
    .offset(offset)
  const isWhole = offset === 0 && rows.length < limit
  return { rows, total: isWhole ? rows.length : await countProducts(db, where) }
}

/** Counts the matching products. The database skips the join when no filter by price needs it. */
async function countProducts(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(products)
    .leftJoin(productInfos, matchesInfo(products))
    .where(where)
  return row?.total ?? 0
}

/** Reads all matching rows, for an order that SQL cannot compute. */
async function readAllRows(db: Db, filter: ProductFilter): Promise<ProductRows> {
  const rows = await selectProducts(db).where(buildProductFilter(filter)).orderBy(asc(products.position))
  return { rows, total: rows.length }
}

function takePage(items: Product[], filter: ProductFilter): Product[] {
  const { limit, offset } = getSlice(filter)
  return items.slice(offset, offset + limit)
}

/** Adds price and freight in fen, to avoid rounding errors. */
function computePriceWithShipping(
  { name, kind, shownPriceFen, weightGrams, dimensions }: CatalogueRow,
  computeFreight: ComputeFreight,
): Product['landed'] {
  const freight = computeFreight({
    kind: getItemKind(name, kind),
    grams: weightGrams,
    sides: listSides(dimensions),
  })
  if (!freight) return null
  const { fen, lineName, transitTime } = freight
  return { total: (shownPriceFen + fen) / 100, freight: fen / 100, lineName, transitTime }
}

/** Compares by price with shipping. Products that cannot be shipped come last. */
function compareByPriceWithShipping({ landed: a }: Product, { landed: b }: Product): number {
  if (!a || !b) return Number(!a) - Number(!b)
  return a.total - b.total
}

function buildProductFilter({ Trending, MinPrice, MaxPrice, Storefront }: ProductFilter): SQL | undefined {
  return and(
    isNull(products.deletedAt),
    Trending === undefined ? undefined : eq(products.onTrend, Trending),
    MinPrice === undefined ? undefined : gte(shownPriceFen, yuanToFen(Number(MinPrice))),
    MaxPrice === undefined ? undefined : lte(shownPriceFen, yuanToFen(Number(MaxPrice))),
    isFromMarketplace(Storefront),
  )
}

function isFromMarketplace(shopType: ShopType | undefined): SQL | undefined {
  return shopType && eq(products.shopType, shopType)
}

function getSlice({ page, limit }: ProductFilter): { limit: number; offset: number } {
  const size = limit ?? (page === undefined ? productLimits.list : productLimits.step)
  return { limit: size, offset: ((page ?? 1) - 1) * size }
}
