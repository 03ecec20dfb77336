import type { reviews } from '#db/schema.ts'
import type { ImageRegistry } from '#features/pictures/image-registry.ts'
import { storeNames } from '#shared/shops.ts'
import type { Review } from '../contract.ts'

export type ReviewRow = typeof reviews.$inferSelect

/** A review's public form: of its author only the name. */
export function present(row: ReviewRow, { addressOf }: Pick<ImageRegistry, 'addressOf'>): Review {
  const moment = row.createdAt.toISOString()
  return {
    _id: row.id,
    name: row.author,
    comment: row.comment,
    rating: row.rating,
    status: row.status,
    createdAt: moment,
    timestamp: moment,
    productName: row.productName,
    product_img: addressOf(row.productImage),
    product_code: row.itemId,
    store_name: storeNames[row.shopType],
  }
}
