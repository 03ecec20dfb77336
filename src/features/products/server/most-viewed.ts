import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { products, productViews } from '#db/schema.ts'
import type { Product } from '../contract.ts'
import { type ImageUrlSource, selectProducts, serializeProduct } from './catalogue-rows.ts'

export type ViewedProduct = { product: Product; views: number }
/** `since` is the first UTC day that counts. */
export type FindMostViewed = (since: string, limit: number) => Promise<ViewedProduct[]>

/** Creates a function that finds the most viewed products since a day, the most viewed first. */
export function createMostViewed({ db, pictures }: { db: Db; pictures: ImageUrlSource }): FindMostViewed {
  return async (since, limit) => {
    const views = sql<number>`sum(${productViews.views})::int`
    const viewCounts = await db
      .select({ id: productViews.productId, views })
      .from(productViews)
      .innerJoin(products, and(eq(products.id, productViews.productId), isNull(products.deletedAt)))
      .where(gte(productViews.day, since))
      .groupBy(productViews.productId)
      .orderBy(desc(views), productViews.productId)
      .limit(limit)
    const rows = await selectProducts(db).where(
      inArray(
        products.id,
        viewCounts.map(({ id }) => id),
      ),
    )
    const byId = new Map(rows.map((row) => [row.id, serializeProduct(row, pictures)]))
    return viewCounts.flatMap(({ id, views }) => {
      const product = byId.get(id)
      return product ? [{ product, views }] : []
    })
  }
}
