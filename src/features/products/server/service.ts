import { and, asc, count, desc, eq, getTableColumns, gte, isNull, lte, max, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { products, qcPhotos } from '#db/schema.ts'
import type { Pictures } from '#features/pictures/pictures.ts'
import { type ShopType, storeNames } from '#shared/shops.ts'
import type { Product, ProductFilter } from '../contract.ts'
import { productLimits } from '../spec.ts'

export type ProductService = ReturnType<typeof createProductService>

type PictureAddresses = Pick<Pictures, 'addressOf'>
type Deps = { db: Db; pictures: PictureAddresses }
type ProductKey = { itemId: string; shopType?: ShopType | undefined }

/** The catalogue, as the database has it. */
export function createProductService({ db, pictures }: Deps) {
  return {
    /** One page of the matching items in their order, and how many match; without page and limit all of them. */
    async list(filter: ProductFilter): Promise<{ items: Product[]; total: number }> {
      const where = matching(filter)
      const { limit, offset } = sliceOf(filter)
      const rows = await select(db).where(where).orderBy(asc(products.position)).limit(limit).offset(offset)
      const isWhole = offset === 0 && rows.length < limit
      const total = isWhole ? rows.length : await db.$count(products, where)
      return { items: rows.map((row) => present(row, pictures)), total }
    },

    /** One item; without a marketplace the newest that carries the number. */
    async find({ itemId, shopType }: ProductKey): Promise<Product | null> {
      const [row] = await select(db)
        .where(and(isNull(products.deletedAt), eq(products.itemId, itemId), inShop(shopType)))
        .orderBy(desc(products.createdAt))
        .limit(1)
      return row ? present(row, pictures) : null
    },
  }
}

/** Every item with the count and the newest of its QC photos, in one query that looks only at the items it answers. */
function select(db: Db) {
  const qc = db
    .select({ photos: count().as('photos'), newest: max(qcPhotos.takenAt).as('newest') })
    .from(qcPhotos)
    .where(and(eq(qcPhotos.shopType, products.shopType), eq(qcPhotos.itemId, products.itemId)))
    .as('qc')
  return db
    .select({ ...getTableColumns(products), qcCount: qc.photos, qcNewest: qc.newest })
    .from(products)
    .leftJoinLateral(qc, sql`true`)
    .$dynamic()
}

function matching({ Trending, MinPrice, MaxPrice, Storefront }: ProductFilter): SQL | undefined {
  return and(
    isNull(products.deletedAt),
    Trending === undefined ? undefined : eq(products.onTrend, Trending),
    MinPrice === undefined ? undefined : gte(products.priceFen, fenOf(MinPrice)),
    MaxPrice === undefined ? undefined : lte(products.priceFen, fenOf(MaxPrice)),
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

/** Yuan as text in fen; rounding because 19.9 * 100 is not quite 1990. */
function fenOf(yuan: string): number {
  return Math.round(Number(yuan) * 100)
}

type Row = typeof products.$inferSelect & { qcCount: number | null; qcNewest: Date | null }

function present(row: Row, { addressOf }: PictureAddresses): Product {
  const rating = row.reviewCount === 0 ? 0 : Math.round((row.ratingSum / row.reviewCount) * 100) / 100
  return {
    _id: row.id,
    name: row.name,
    price: row.priceFen / 100,
    thumbnailImg: addressOf(row.thumbnail),
    storeName: storeNames[row.shopType],
    shopType: row.shopType,
    productCode: row.itemId,
    weight: row.weightGrams,
    shippingTime: row.shippingDays,
    dimensions: row.dimensions,
    onTrend: row.onTrend,
    serial: row.position ?? 0,
    totalView: row.totalView,
    avgRetting: rating,
    avgRating: rating,
    totalReview: row.reviewCount,
    qcCount: row.qcCount ?? 0,
    qcNewest: row.qcNewest?.toISOString() ?? null,
  }
}
