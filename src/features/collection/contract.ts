import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { shopTypes } from '#shared/marketplaces.ts'
import { itemIdParameter, shopTypeParameter } from '#shared/wire.ts'

export const collectionEntry = z.object({
  _id: z.string(),
  productCode: z.string(),
  shopType: z.enum(shopTypes),
  /** As it was when the item was saved; null when unknown. The same for price and images. */
  title: z.string().nullable(),
  price: z.number().nullable(),
  currency: z.string(),
  imgList: z.array(z.string()),
  /** The newest of our QC photos of the item. */
  qcImage: z.string().nullable(),
  createdAt: z.string(),
  /** Grams, and `LxWxH` in cm, of items in the catalogue; null when unknown. */
  weight: z.number().nullable(),
  dimensions: z.string().nullable(),
  /** The present known price, in the same currency; null when unknown. */
  priceNow: z.number().nullable(),
})
export type CollectionEntry = z.output<typeof collectionEntry>

/** One spelling of the store is enough; each of the specification's lists has its own. */
const item = {
  productCode: itemIdParameter,
  storeName: shopTypeParameter.optional(),
  shopType: shopTypeParameter.optional(),
}

export const collectionContract = defineContract({
  viewCollection: {
    method: 'GET',
    path: '/users/viewCollection',
    access: 'user',
    summary: 'What the caller keeps, the newest first.',
    reply: z.object({ productCollection: z.array(collectionEntry) }),
    topLevel: ['productCollection'],
  },
  addToCollection: {
    method: 'POST',
    path: '/users/addToCollection',
    access: 'user',
    summary: 'Keeps an item with what is known of it now; doing it again changes nothing.',
    query: z.object(item),
    reply: collectionEntry,
  },
  removeFromCollection: {
    method: 'POST',
    path: '/users/removeFromCollection',
    access: 'user',
    summary: 'Keeps an item no longer. A code that two stores have needs the store beside it.',
    query: z.object(item),
    reply: z.null(),
  },
})
export type CollectionContract = typeof collectionContract
