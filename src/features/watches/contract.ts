import { z } from 'zod'
import { noticeKinds } from '#shared/column-values.ts'
import { defineContract } from '#shared/contract.ts'
import { isWholeFen } from '#shared/format/money.ts'
import { shopTypes } from '#shared/marketplaces.ts'
import { flagParameter, itemIdParameter, shopTypeParameter, skuParameter } from '#shared/wire.ts'
import { watchLimits, watchText } from './texts-and-limits.ts'

const item = { productCode: z.string(), shopType: z.enum(shopTypes) }

/** Every observation between `from` and `to` had this price, in yuan. */
export const priceSpan = z.object({
  from: z.string(),
  to: z.string(),
  price: z.number(),
  inStock: z.boolean().nullable(),
})
export type PriceSpan = z.output<typeof priceSpan>

export const priceHistory = z.object({
  /** The first observation; null without one. */
  since: z.string().nullable(),
  spans: z.array(priceSpan),
})
export type PriceHistory = z.output<typeof priceHistory>

export const watch = z.object({
  ...item,
  title: z.string().nullable(),
  image: z.string().nullable(),
  /** The watched variant's sku and name, 'Navy, 42'; null and empty when unknown. */
  skuId: z.string().nullable(),
  variant: z.string(),
  /** The price of the watched variant at the last observation, in yuan. */
  price: z.number().nullable(),
  below: z.number().nullable(),
  backInStock: z.boolean(),
  newPhotos: z.boolean(),
  byMail: z.boolean(),
  /** The price is already below the limit: the next notice comes after it was at or above the limit again. */
  isBelow: z.boolean(),
})
export type Watch = z.output<typeof watch>

export const watchNotice = z.object({
  _id: z.string(),
  ...item,
  title: z.string().nullable(),
  image: z.string().nullable(),
  kind: z.enum(noticeKinds),
  /** The price at that time, in yuan, or the number of new photos; null for stock. */
  value: z.number().nullable(),
  createdAt: z.string(),
  isRead: z.boolean(),
})
export type WatchNotice = z.output<typeof watchNotice>

const price = z
  .number(watchText.wrongPrice)
  .min(0.01, { error: watchText.wrongPrice, abort: true })
  .max(watchLimits.price, { error: watchText.wrongPrice, abort: true })
  .refine(isWholeFen, watchText.wrongPrice)

export const watchDraft = z.object({
  productCode: itemIdParameter,
  shopType: shopTypeParameter,
  /** The variant whose price is compared. Default: the variant watched so far, for a new watch the shown variant. */
  sku: skuParameter.optional(),
  /** In yuan; no price notices when null or missing. */
  below: price.nullish(),
  backInStock: z.boolean().default(false),
  newPhotos: z.boolean().default(false),
  byMail: z.boolean().default(true),
})
export type WatchDraft = z.output<typeof watchDraft>

export const watchesContract = defineContract({
  priceHistory: {
    method: 'GET',
    path: '/price-history/{id}',
    access: 'anyone',
    summary: 'Returns the price history of an item as periods with the same price, oldest first.',
    params: z.object({ id: itemIdParameter }),
    query: z.object({ shopType: shopTypeParameter }),
    reply: priceHistory,
    cache: 'shared',
  },
  watches: {
    method: 'GET',
    path: '/watches',
    access: 'user',
    summary: 'Lists the items that you watch, newest first.',
    reply: z.array(watch),
  },
  watchItem: {
    method: 'POST',
    path: '/watches',
    access: 'user',
    summary: 'Watches an item, or changes what you are notified about.',
    body: watchDraft,
    reply: watch,
  },
  unwatchItem: {
    method: 'DELETE',
    path: '/watches/{id}',
    access: 'user',
    summary: 'Stops watching an item.',
    params: z.object({ id: itemIdParameter }),
    query: z.object({ shopType: shopTypeParameter }),
    reply: z.null(),
  },
  watchNotices: {
    method: 'GET',
    path: '/watches/notices',
    access: 'user',
    summary: 'Lists the changes of the items that you watch, newest first.',
    reply: z.array(watchNotice),
  },
  readNotices: {
    method: 'POST',
    path: '/watches/notices/read',
    access: 'user',
    summary: 'Marks changes up to a moment, or all changes, as read.',
    query: z.object({ until: z.iso.datetime().optional() }),
    reply: z.null(),
  },
  turnOffWatch: {
    method: 'POST',
    path: '/watches/off',
    access: 'anyone',
    summary:
      'Stops emails about the item of the link in an email. With all=true it stops emails about all items.',
    query: z.object({ token: z.string().max(400), all: flagParameter.optional() }),
    takesAnyBody: true,
    reply: z.object({ all: z.boolean() }),
  },
})
export type WatchesContract = typeof watchesContract
