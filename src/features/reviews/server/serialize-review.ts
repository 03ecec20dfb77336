import type { reviews } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import { storeNames } from '#shared/marketplaces.ts'
import type { Review } from '../contract.ts'
import type { StoredPhoto } from './review-photos.ts'

export type StoredReview = typeof reviews.$inferSelect

/** Serializes a review; the author's name is the only data about the author. */
export function serializeReview(
  row: StoredReview,
  photos: readonly StoredPhoto[],
  pictures: Pick<ImageRegistry, 'toImageUrl' | 'toPrivateImageUrl'>,
): Review {
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
    product_img: pictures.toImageUrl(row.productImage),
    product_code: row.itemId,
    store_name: storeNames[row.shopType],
    photos: photos.map((photo) => getPhotoUrl(photo, row, pictures)),
  }
}

/** A photo's URL: public for a public review, otherwise private for author and admins. */
function getPhotoUrl(
  { id, image }: Pick<StoredPhoto, 'id' | 'image'>,
  { isPublic, updatedAt: since }: StoredReview,
  pictures: Pick<ImageRegistry, 'toImageUrl' | 'toPrivateImageUrl'>,
): string {
  return isPublic ? pictures.toImageUrl(image) : pictures.toPrivateImageUrl({ id, image, since })
}
