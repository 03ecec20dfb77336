import { and, asc, desc, eq, gte, isNull, lte, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { products } from '#db/schema.ts'
import type { ShopType } from '#shared/shops.ts'
import type { Product, ProductFilter } from '../contract.ts'
import { productLimits } from '../spec.ts'
import { fenOf, type PictureAddresses, presentProduct, selectProducts } from './catalogue-rows.ts'

export type ProductService = ReturnType<typeof createProductService>

type Deps = { db: Db; pictures: PictureAddresses }
type ProductKey = { itemId: string; shopType?: ShopType | undefined }

/** The catalogue, as the database has it. */
export function createProductService({ db, pictures }: Deps) {
  return {
    /** One page of the matching items in their order, and how many match; without page and limit all of them. */
    async list(filter: ProductFilter): Promise<{ items: Product[]; total: number }> {
      const where = matching(filter)
      const { limit, offset } = sliceOf(filter)
      const rows = await selectProducts(db)
        .where(where)
        .orderBy(asc(products.position))
        .limit(limit)
        .offset(offset)
      const isWhole = offset === 0 && rows.length < limit
      const total = isWhole ? rows.length : await db.$count(products, where)
      return { items: rows.map((row) => presentProduct(row, pictures)), total }
    },

    /** One item; without a marketplace the newest that carries the number. */
    async find({ itemId, shopType }: ProductKey): Promise<Product | null> {
      const [row] = await selectProducts(db)
        .where(and(isNull(products.deletedAt), eq(products.itemId, itemId), inShop(shopType)))
        .orderBy(desc(products.createdAt))
        .limit(1)
      return row ? presentProduct(row, pictures) : null
    },
  }
}

function matching({ Trending, MinPrice, MaxPrice, Storefront }: ProductFilter): SQL | undefined {
  return and(
    isNull(products.deletedAt),
    Trending === undefined ? undefined : eq(products.onTrend, Trending),
    MinPrice === undefined ? undefined : gte(products.priceFen, fenOf(Number(MinPrice))),
    MaxPrice === undefined ? undefined : lte(products.priceFen, fenOf(Number(MaxPrice))),
    inShop(Storefront),
  )
}

function inShop(shopType: ShopType | undefined): SQL | undefined {
  return shopType && eq(products.shopType, shopType)
}

function sliceOf({ page, limit }: ProductFilter): { limit: number; offset: number } {
  const size = limit ?? (page === undefined ? productLimits.list : productLimits.step)
  return { limit: size, offset: ((page ?? 1) - 1) * size }
}
