import { and, asc, count, desc, eq, gte, isNull, lte, max, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { matchesInfo } from '#db/queries/known-item.ts'
import { isPublicPhoto } from '#db/queries/public-photos.ts'
import { agents, productInfos, products, qcPhotos } from '#db/schema.ts'
import type { ListedItem } from '#features/freight/item/price-with-shipping.ts'
import { yuanToFen } from '#shared/format/money.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import { type Claim, listDrawnClaims } from '../claims.ts'
import type { CatalogueFacts, Product, ProductFilter } from '../contract.ts'
import { listSides } from '../dimensions.ts'
import { productLimits } from '../spec.ts'
import {
  type CatalogueRow,
  type ImageUrlSource,
  selectProducts,
  serializeProduct,
  shownPriceFen,
} from './catalogue-rows.ts'
import { readClaimGrounds } from './claim-grounds.ts'
import { type ItemKey, readItemKeys } from './item-keys.ts'

export type ProductService = ReturnType<typeof createProductService>

/** What it costs to send an item alone; null: nothing does. */
type ComputeFreight = (item: ListedItem) => { fen: number; lineName: string; transitTime: string } | null

export type ProductServiceDeps = {
  db: Db
  pictures: ImageUrlSource
  /** Throws a RequestError (400) for an unknown country. */
  freightTo: (country: string) => Promise<ComputeFreight>
  /** What the settings say of the site's claims. */
  claims: { isLoopback: boolean; kept: readonly Claim[] }
}
type ProductKey = { itemId: string; shopType?: ShopType | undefined }

/** The catalogue, as the database has it. */
export function createProductService({ db, pictures, freightTo, claims }: ProductServiceDeps) {
  return {
    /** One page of the matching items in their order, and how many match; without page and limit the first 1,000. */
    async list(filter: ProductFilter): Promise<{ items: Product[]; total: number }> {
      const { ShipTo, Sort } = filter
      const computeFreight = ShipTo === undefined ? undefined : await freightTo(ShipTo)
      const serializeWithShipping = (row: CatalogueRow): Product => ({
        ...serializeProduct(row, pictures),
        ...(computeFreight && { landed: computePriceWithShipping(row, computeFreight) }),
      })
      const isByLanded = computeFreight !== undefined && Sort === 'landed'
      const { rows, total } = await (isByLanded ? readAllRows : readSlice)(db, filter)
      const items = rows.map(serializeWithShipping)
      return { items: isByLanded ? takePage(items.sort(compareByPriceWithShipping), filter) : items, total }
    },

    /** The keys of the first `limit` items in their order, given to `take` 1,000 at a time. */
    readKeys: (limit: number, take: (keys: ItemKey[]) => Promise<void>): Promise<void> =>
      readItemKeys(db, limit, take),

    /** Counted anew for every call: the reply is cached. */
    async countFacts(): Promise<CatalogueFacts> {
      const [photos] = await db
        .select({ count: count(), newest: max(qcPhotos.takenAt) })
        .from(qcPhotos)
        .where(isPublicPhoto())
      const items = await db.$count(products, isNull(products.deletedAt))
      const { isDemo, ...grounds } = await readClaimGrounds(db)
      return {
        items,
        agents: await db.$count(agents, eq(agents.active, true)),
        qcPhotos: photos?.count ?? 0,
        newestPhoto: photos?.newest?.toISOString() ?? null,
        claims: listDrawnClaims({
          ...grounds,
          hasItems: items > 0,
          isDemo: claims.isLoopback || isDemo,
          kept: claims.kept,
        }),
      }
    },

    /** One item; without a marketplace the newest that carries the number. */
    async find({ itemId, shopType }: ProductKey): Promise<Product | null> {
      const [row] = await selectProducts(db)
        .where(and(isNull(products.deletedAt), eq(products.itemId, itemId), isFromMarketplace(shopType)))
        .orderBy(desc(products.createdAt))
        .limit(1)
      return row ? serializeProduct(row, pictures) : null
    },
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

/** The join is there for filters by price; without one the database leaves it out. */
async function countProducts(db: Db, where: SQL | undefined): Promise<number> {
  const [found] = await db
    .select({ total: count() })
    .from(products)
    .leftJoin(productInfos, matchesInfo(products))
    .where(where)
  return found?.total ?? 0
}

/** For an order that the database does not know. */
async function readAllRows(db: Db, filter: ProductFilter): Promise<ProductRows> {
  const rows = await selectProducts(db).where(buildProductFilter(filter)).orderBy(asc(products.position))
  return { rows, total: rows.length }
}

function takePage(items: Product[], filter: ProductFilter): Product[] {
  const { limit, offset } = getSlice(filter)
  return items.slice(offset, offset + limit)
}

/** Price and freight are added in fen. */
function computePriceWithShipping(
  { name, shownPriceFen, weightGrams, dimensions }: CatalogueRow,
  computeFreight: ComputeFreight,
): Product['landed'] {
  const freight = computeFreight({ name, grams: weightGrams, sides: listSides(dimensions) })
  if (!freight) return null
  const { fen, lineName, transitTime } = freight
  return { total: (shownPriceFen + fen) / 100, freight: fen / 100, lineName, transitTime }
}

/** What cannot be shipped comes last; the rest of the order stays. */
function compareByPriceWithShipping({ landed: one }: Product, { landed: other }: Product): number {
  if (!one || !other) return Number(!one) - Number(!other)
  return one.total - other.total
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
