import { z } from 'zod'
import { itemKind } from '#features/freight/kind-contract.ts'
import { maxHintPrice, maxTitleLength } from '#features/product-links/hints/hints-in-address.ts'
import { defineContract } from '#shared/contract.ts'
import { plainLine } from '#shared/format/plain-text.ts'
import { hintCurrencies, type LinkNote } from '#shared/items/link-hints.ts'
import { shopTypes } from '#shared/marketplaces.ts'
import { itemIdParameter, pageParameters, shopTypeParameter, skuParameter } from '#shared/wire.ts'
import { maxCollectionEntries } from './texts-and-limits.ts'

const noteAmount = z.number().positive().max(maxHintPrice).nullable()
/** The hints from the member's own link about an item without information. Only this member sees them. */
const linkNote: z.ZodType<LinkNote> = z.strictObject({
  title: z.string().trim().min(1).max(maxTitleLength).regex(plainLine).nullable(),
  /** In `currency`; the lower end when `priceTo` is set. */
  price: noteAmount,
  priceTo: noteAmount,
  currency: z.enum(hintCurrencies).nullable(),
})

export const collectionEntry = z.object({
  _id: z.string(),
  productCode: z.string(),
  shopType: z.enum(shopTypes),
  /** Title, price and images are those of the time when the item was saved; null when unknown. */
  title: z.string().nullable(),
  price: z.number().nullable(),
  currency: z.string(),
  imgList: z.array(z.string()),
  /** Sku and name ('Navy, 42') of the saved variant, to which price and image belong; null and empty when unknown. */
  skuId: z.string().nullable(),
  variant: z.string(),
  /** The newest QC photo of the variant; without one, the newest of the item and the variant on it. */
  qcImage: z.string().nullable(),
  qcVariant: z.string().nullable(),
  createdAt: z.string(),
  /** In grams, and `LxWxH` in cm, for items in the catalogue; null when unknown. */
  weight: z.number().nullable(),
  dimensions: z.string().nullable(),
  /** The kind of goods of the item as it is now; without a current title, guessed from the saved one. Null for none. */
  kind: itemKind.nullable(),
  /** The current price of the saved variant in the same currency; null when unknown. */
  priceNow: z.number().nullable(),
  /** The hints from the member's own link; null when the item has information, or the link had no hints. */
  note: linkNote.nullable(),
  /** Whether a source can be asked for the details of an item of this marketplace. */
  hasSource: z.boolean(),
  /** The stock of the saved variant when its source was last read; null when unknown. */
  stock: z.number().nullable(),
})
export type CollectionEntry = z.output<typeof collectionEntry>

/** Both parameter names for the marketplace are accepted, because the specification uses both. */
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
    summary: 'Lists your saved items, newest first.',
    query: z.object(pageParameters(maxCollectionEntries)),
    reply: z.object({ productCollection: z.array(collectionEntry) }),
    topLevel: ['productCollection'],
  },
  addToCollection: {
    method: 'POST',
    path: '/users/addToCollection',
    access: 'user',
    summary:
      'Saves an item with the current title and price of its shown variant, or of the variant with this sku. It replaces another saved variant of the item. Idempotent. For an item without information, `note` keeps what your link said, for you alone.',
    query: z.object({ ...item, sku: skuParameter.optional() }),
    body: z.object({ note: linkNote.optional() }).optional(),
    reply: collectionEntry,
  },
  removeFromCollection: {
    method: 'POST',
    path: '/users/removeFromCollection',
    access: 'user',
    summary: 'Removes a saved item. Send the store if the code exists in two stores.',
    query: z.object(item),
    reply: z.null(),
  },
})
export type CollectionContract = typeof collectionContract
