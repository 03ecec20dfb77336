import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { itemIdParameter, shopTypeParameter } from '#shared/wire.ts'
import { reviewStatuses } from './spec.ts'

export const review = z.object({
  _id: z.string(),
  name: z.string(),
  comment: z.string(),
  rating: z.number(),
  status: z.enum(reviewStatuses),
  createdAt: z.string(),
  timestamp: z.string(),
  productName: z.string(),
  product_img: z.string(),
  product_code: z.string(),
  store_name: z.string(),
})
export type Review = z.output<typeof review>

export const reviewsContract = defineContract({
  findReview: {
    method: 'GET',
    path: '/review/findReview',
    access: 'anyone',
    summary: 'The approved reviews of an item, newest first.',
    query: z.object({
      product_code: itemIdParameter,
      store_name: shopTypeParameter.optional(),
      storeName: shopTypeParameter.optional(),
      shopType: shopTypeParameter.optional(),
      status: z.union([z.enum(reviewStatuses), z.literal('')]).optional(),
    }),
    reply: z.array(review),
    cache: 'shared',
  },
})
export type ReviewsContract = typeof reviewsContract
