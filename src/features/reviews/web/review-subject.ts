import type { ShopType } from '#shared/marketplaces.ts'

/** The reviewed item; name and image count where the server knows nothing about it. */
export type ReviewSubject = {
  item: { shopType: ShopType; productCode: string }
  name: string
  picture: string | undefined
}

/** The anchor of the form, to which a login returns. */
export const reviewFormAnchor = 'add-review'
/** The id of the reader's own review. */
export const ownReviewId = 'own-review'
