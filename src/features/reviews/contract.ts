import { z } from 'zod'
import { statusFilter } from '#features/moderation/contract.ts'
import { moderationStatuses } from '#shared/column-values.ts'
import { defineContract } from '#shared/contract.ts'
import { capMarks } from '#shared/format/cap-marks.ts'
import { hasVisibleText, plainText } from '#shared/format/plain-text.ts'
import { itemIdParameter, pageParameters, shopTypeParameter } from '#shared/wire.ts'
import { ratingStars, reviewErrors, reviewLimits, reviewText } from './texts-and-limits.ts'

export const review = z.object({
  _id: z.string(),
  name: z.string(),
  comment: z.string(),
  rating: z.number(),
  status: z.enum(moderationStatuses),
  createdAt: z.string(),
  timestamp: z.string(),
  productName: z.string(),
  product_img: z.string(),
  product_code: z.string(),
  store_name: z.string(),
  /** URLs of its photos. The URLs of a review that is not public are private and change with its status. */
  photos: z.array(z.string()),
})
export type Review = z.output<typeof review>

/** A review for its author. */
export const ownReview = review.extend({
  /** The ids of `photos`; a new version with these ids has the same photos. */
  photoIds: z.array(z.string()),
  /** True when its photos are also QC photos, or will be after approval. */
  showWithQc: z.boolean(),
})
export type OwnReview = z.output<typeof ownReview>

/** A text from the client, used only when the server has no data about the item. */
const claim = z.string().max(2048).optional()

export const reviewDraft = z.object({
  store_name: shopTypeParameter,
  product_code: itemIdParameter,
  productName: claim,
  product_img: claim,
  name: claim,
  comment: z
    .string({ error: ({ input }) => (input === undefined ? reviewText.incomplete : undefined) })
    .trim()
    .overwrite(capMarks)
    .max(reviewLimits.comment, reviewErrors.tooLong)
    .refine(hasVisibleText, reviewText.incomplete)
    .regex(plainText, 'This comment cannot be used.'),
  rating: z.int(reviewText.incomplete).min(1, reviewText.incomplete).max(ratingStars, reviewText.incomplete),
  /** Ids of `uploadQcPhoto` and of existing photos, in order. When missing, the photos do not change. */
  photos: z
    .array(z.uuid())
    .max(reviewLimits.photos, reviewErrors.tooManyPhotos)
    .refine((ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length, reviewErrors.photoTwice)
    .optional(),
  /** When missing, the setting does not change; false for a new review. */
  showWithQc: z.boolean().optional(),
})
export type ReviewDraft = z.output<typeof reviewDraft>

export const reviewsContract = defineContract({
  findReview: {
    method: 'GET',
    path: '/review/findReview',
    aliases: ['/review/getAllReview'],
    access: 'anyone',
    adminOnly: ['status', 'match'],
    adminMayOmit: ['product_code'],
    forAdmins: 'reviews in any status, of any item.',
    summary: 'Lists the approved reviews of an item, newest first.',
    query: z.object({
      product_code: z.union([z.literal('').transform(() => undefined), itemIdParameter]).optional(),
      store_name: shopTypeParameter.optional(),
      storeName: shopTypeParameter.optional(),
      shopType: shopTypeParameter.optional(),
      status: statusFilter.optional(),
      /** `part`: all items whose code contains the text. */
      match: z.enum(['exact', 'part']).optional(),
      ...pageParameters(reviewLimits.list),
    }),
    reply: z.array(review),
    cache: 'shared',
  },
  postReview: {
    method: 'POST',
    path: '/review/postReview',
    access: 'member',
    adminDenial: { message: reviewText.admin, code: 'ADMIN_REVIEW' },
    summary:
      'Submits a review with its photos. It is shown after approval. A second review of the same item replaces the first.',
    body: reviewDraft,
    reply: ownReview,
  },
  myReviews: {
    method: 'GET',
    path: '/review/mine',
    access: 'user',
    summary:
      'Returns your own review of an item: the newest version, and the version that is public until then.',
    query: z.object({ product_code: itemIdParameter, store_name: shopTypeParameter }),
    reply: z.array(ownReview),
  },
  deleteReview: {
    method: 'DELETE',
    path: '/review/deleteReview',
    access: 'user',
    accountLimit: reviewLimits.deletedPerHour,
    summary: 'Deletes your own review of an item with all versions and photos.',
    query: z.object({ review_id: z.uuid() }),
    reply: z.null(),
  },
  approveOrDenyReview: {
    method: 'PATCH',
    path: '/review/approveOrDenyReview',
    access: 'admin',
    summary: 'Changes the status of a review.',
    query: z.object({
      review_id: z.uuid(),
      status: z.enum(moderationStatuses),
      /** The `createdAt` that the admin saw; returns 409 when the author changed the review after that. */
      seen: z.iso.datetime().optional(),
    }),
    reply: review,
  },
})
export type ReviewsContract = typeof reviewsContract
