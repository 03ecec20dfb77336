import type { ShopType } from '#shared/marketplaces.ts'

/** The reviewed item; the server uses name and image only for an unknown item. */
export type ReviewSubject = {
  item: { shopType: ShopType; productCode: string }
  name: string
  picture: string | undefined
}

/** The anchor of the form, to which a login returns. */
export const reviewFormAnchor = 'add-review'
/** The element id of the member's own review. */
export const ownReviewId = 'own-review'
